import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { csvLine, parseCsv } from './csv.ts'
import { readTable } from './read-table.ts'

const aFile = (bytes: Uint8Array) => ({
  size: bytes.length,
  arrayBuffer: async () => new Uint8Array(bytes).buffer,
})
const aText = (text: string) => aFile(new TextEncoder().encode(text))

describe('text', () => {
  it('has quotes, doubled quotes and line breaks inside them', () => {
    expect(parseCsv('name,note\r\n"Levy, Abdul","says ""hi""\nagain"')).toEqual([
      ['name', 'note'],
      ['Levy, Abdul', 'says "hi"\nagain'],
    ])
  })
  it('is separated by whatever its first lines have most of', () => {
    expect(parseCsv('Staff\na;b')).toEqual([['Staff'], ['a', 'b']])
    for (const sign of [',', ';', '\t']) {
      expect(parseCsv(`\uFEFFname${sign}"a,b"${sign}number\nAda${sign}x${sign}1`)).toEqual([
        ['name', 'a,b', 'number'],
        ['Ada', 'x', '1'],
      ])
    }
  })
  it('is read back as it was written, also where an export guarded it', () => {
    const cells = ['plain', 'with, comma', 'with "quotes"', '']
    expect(parseCsv(csvLine(cells))).toEqual([cells])
    expect(parseCsv(`'=HYPERLINK("x"),O'Brien,=1+1`)).toEqual([['=HYPERLINK("x")', "O'Brien", '=1+1']])
  })
  it('comes in UTF-8 with its mark, UTF-16 with and without, and Windows-1252', async () => {
    const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
    const wanted = [
      ['Name', 'No'],
      ['Zoë Müller', '1'],
    ]
    expect(await readTable(aText('\uFEFFName,No\nZoe\u0308 Müller,1'))).toEqual(wanted)
    expect(await readTable(aFile(utf16('\uFEFFName;No\nZoë Müller;1')))).toEqual(wanted)
    expect(await readTable(aFile(utf16('Name\tNo\nZoë Müller\t1')))).toEqual(wanted)
    expect(await readTable(aFile(new Uint8Array(Buffer.from('Name;No\nZoë Müller;1', 'latin1'))))).toEqual(wanted)
    expect(await readTable(aText('الاسم,号\nليلى حدّاد,王小明'))).toEqual([
      ['الاسم', '号'],
      ['ليلى حدّاد', '王小明'],
    ])
  })
  it('is refused where it is none, or too much', async () => {
    await expect(readTable(aFile(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])))).rejects.toThrow('of the old kind')
    await expect(readTable(aFile(new Uint8Array([65, 66, 0, 67])))).rejects.toThrow('neither text')
    await expect(readTable({ ...aText(''), size: 11 * 1024 * 1024 })).rejects.toThrow('larger than 10 MB')
  })
})

describe('an Excel file', () => {
  const rels =
    '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Target="/xl/worksheets/sheet2.xml" Id="r2"/></Relationships>'
  const book = '<workbook><sheets><sheet name="Empty" r:id="r1"/><sheet name="Staff" r:id="r2"/></sheets></workbook>'
  const aBook = (sheet: string, strings = '') =>
    aFile(
      zipSync({
        'xl/workbook.xml': strToU8(book),
        'xl/_rels/workbook.xml.rels': strToU8(rels),
        'xl/worksheets/sheet1.xml': strToU8('<worksheet><sheetData/></worksheet>'),
        'xl/worksheets/sheet2.xml': strToU8(sheet),
        'xl/sharedStrings.xml': strToU8(strings),
      }),
    )

  it('is read from its first sheet with rows: shared and inline texts, numbers, results of formulas, gaps', async () => {
    const strings = `<sst><si><t>Name</t></si><si><r><t xml:space="preserve">Zoe </t></r><r><t>O&#39;Neil &amp; 王</t></r>
      <rPh sb="0" eb="1"><t>reading</t></rPh></si></sst>`
    const sheet = `<x:worksheet><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="inlineStr"><x:is><x:t>No</x:t></x:is></x:c></x:row>
      <x:row r="3"><x:c r="A3" t="s" s="1"><x:v>1</x:v></x:c><x:c r="B3" s="2"/><x:c r="C3"><x:v>1.12233445566E11</x:v></x:c><x:c r="D3" t="str"><x:f>1+1</x:f><x:v>=two</x:v></x:c></x:row></x:sheetData></x:worksheet>`
    expect(await readTable(aBook(sheet, strings))).toEqual([
      ['Name', '', 'No'],
      [],
      ["Zoe O'Neil & 王", '', '112233445566', '=two'],
    ])
  })
  it('is refused where it would unpack to very much, or is broken', async () => {
    await expect(readTable(aBook(' '.repeat(5_000_000)))).rejects.toThrow('too large when it is unpacked')
    const whole = new Uint8Array(await aBook('<c r="A1"><v>1</v></c>').arrayBuffer())
    await expect(readTable(aFile(whole.slice(0, 100)))).rejects.toThrow('cannot be read')
  })
})
