// anUpload(): one file as a multipart body, to be passed to a caller.
export const aJpeg = Buffer.from('ffd8ffe000104a464946', 'hex')

export function anUpload(field: string, mediaType: string, content: string | Buffer) {
  const head = `--f\r\nContent-Disposition: form-data; name="${field}"; filename="x"\r\nContent-Type: ${mediaType}\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--f--\r\n')])
  return { payload, headers: { 'content-type': 'multipart/form-data; boundary=f' } }
}
