// How far back the heat map may look; apart from the heat map itself, which loads when it is first wanted.
export const heatHours = [1, 8, 24] as const
