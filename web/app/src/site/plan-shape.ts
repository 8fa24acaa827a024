// Does a picture have the shape of its floor? A plan that is stretched shows everybody at a wrong place.

type Picture = { readonly width: number; readonly height: number }
type Floor = { readonly widthM: number; readonly heightM: number }

/** Rounding of scans and exports; beyond it a wall is visibly off. */
const tolerance = 0.03

export function planShape(picture: Picture, floor: Floor): { readonly fits: boolean; readonly says: string } {
  const ratio = picture.width / picture.height / (floor.widthM / floor.heightM)
  if (Math.abs(ratio - 1) <= tolerance) return { fits: true, says: '' }
  const heightM = Math.round((floor.widthM * picture.height) / picture.width)
  return {
    fits: false,
    says: `The picture is ${ratio > 1 ? 'wider' : 'taller'} than the floor and would be stretched. If it shows the whole floor at a width of ${floor.widthM} m, its height is ${heightM} m: change the floor, or cut the picture.`,
  }
}
