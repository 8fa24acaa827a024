// anUpload(): one file as a multipart body, to be passed to a caller.
/** Of 16 × 16 pixels, as far as its head says. */
export const aJpeg = Buffer.from('ffd8ffe000044a46ffc0000b080010001001011100', 'hex')

/** As far as its head says. */
export function aPng(width: number, height: number): Buffer {
  const size = [width, height].map((side) => side.toString(16).padStart(8, '0')).join('')
  return Buffer.from(`89504e470d0a1a0a0000000d49484452${size}0802000000`, 'hex')
}

export function anUpload(field: string, mediaType: string, content: string | Buffer) {
  const head = `--f\r\nContent-Disposition: form-data; name="${field}"; filename="x"\r\nContent-Type: ${mediaType}\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--f--\r\n')])
  return { payload, headers: { 'content-type': 'multipart/form-data; boundary=f' } }
}
