// Drawings of Inkscape and Illustrator look as they were drawn; what is not a drawing does not come through.
import { describe, expect, it } from 'vitest'
import { sanitiseSvg } from './sanitise-svg.ts'

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`
const kept = (content: string) => sanitiseSvg(svg(content))?.replace(svg('').slice(0, -6), '').replace('</svg>', '')

describe('styles', () => {
  it('of a style attribute become attributes and win over them', () => {
    expect(kept('<path d="M0 0" fill="red" style="fill:none;stroke:#000;-inkscape-x:1;stroke-width:2"/>')).toBe(
      '<path d="M0 0" fill="none" stroke="#000" stroke-width="2"></path>',
    )
  })
  it('of a style sheet count by kind, class and id, wherever it stands', () => {
    const sheet = '/* a /* b */ rect, .cls-1 {fill:none} .cls-1{stroke:#123} #w{stroke:blue}'
    expect(kept(`<rect class="cls-1 x" id="w"/><defs><style><![CDATA[${sheet}]]></style></defs>`)).toBe(
      '<rect class="cls-1 x" id="w" fill="none" stroke="blue"></rect><defs></defs>',
    )
  })
  it('that reach outside, or hold under conditions, are left out', () => {
    const sheet = [
      '@import url(http://x/a.css);',
      '@media print{.a{fill:red}}',
      '@font-face{font-family:x;src:url(http://x)}',
      '.a{fill:url(http://x/#a);stroke:url(#own);filter:expression(alert(1))}',
      '.a{href:#x;class:y;id:z;behavior:url(#b)}',
      'g > .a{opacity:0}',
      '.a{stroke-width:9;.b{fill:red}}',
    ]
    expect(kept(`<style>${sheet.join('')}</style><g class="a" style="fill:URL (http://x)"/>`)).toBe(
      '<g class="a" stroke="url(#own)"></g>',
    )
  })
  it('that were made to take long take no longer than others', () => {
    for (const piece of ['a', '@', '/*', '{', '.a{', '@{', '}', ';', ',']) {
      const long = piece.repeat(400_000 / piece.length)
      expect(kept(`<style>${long}</style><g style="${long}"/>`)).toBe('<g></g>')
    }
  })
})

it('keeps an embedded picture, unless it would unpack to gigabytes or is none', () => {
  const png = (size: string) =>
    Buffer.from(`89504e470d0a1a0a0000000d49484452${size}0802000000`, 'hex').toString('base64')
  const image = (content: string) => `<image href="data:image/png;base64,${content}"/>`
  expect(kept(image(png('0000000a0000000a')))).toContain('href="data:image/png')
  expect(kept(image(png('00004e2000004e20')))).toBe('<image></image>')
  expect(kept(image(Buffer.from('no picture').toString('base64')))).toBe('<image></image>')
})
