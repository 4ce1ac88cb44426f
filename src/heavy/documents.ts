/** Files are taken apart or made: tables, documents, pages, pictures. */
import type { HeavyTable } from './heavy.ts'

// prettier-ignore
export const documents: readonly HeavyTable[] = [
  // parsing
  { kind: 'parsing', packages: ['csv-parse/sync', 'csv-stringify/sync'], calls: ['parse', 'stringify'], sync: ['parse', 'stringify'] },
  { kind: 'parsing', packages: ['csvtojson'], calls: ['fromFile', 'fromStream', 'fromString'] },
  { kind: 'parsing', packages: ['neat-csv'], calls: ['default'] },
  { kind: 'parsing', packages: ['papaparse'], calls: ['parse', 'unparse'], sync: ['parse', 'unparse'] },
  { kind: 'parsing', packages: ['xml2js'], calls: ['parseString', 'parseStringPromise'] },
  { kind: 'parsing', packages: ['fast-xml-parser'], calls: ['build', 'parse'], sync: ['build', 'parse'] },
  { kind: 'parsing', packages: ['xml-js'], calls: ['js2xml', 'json2xml', 'xml2js', 'xml2json'], sync: ['js2xml', 'json2xml', 'xml2js', 'xml2json'] },
  {
    kind: 'parsing',
    packages: ['libxmljs', 'libxmljs2'],
    calls: ['parseHtml', 'parseXml', 'parseXmlAsync', 'parseXmlString'],
    sync: ['parseHtml', 'parseXml', 'parseXmlString'],
  },
  { kind: 'parsing', packages: ['xlsx'], calls: ['read', 'readFile', 'write', 'writeFile'], sync: ['read', 'readFile', 'write', 'writeFile'] },
  { kind: 'parsing', packages: ['exceljs'], calls: ['load', 'read', 'readFile', 'write', 'writeBuffer', 'writeFile'] },
  { kind: 'parsing', packages: ['node-xlsx'], calls: ['build', 'parse'], sync: ['build', 'parse'] },
  { kind: 'parsing', packages: ['read-excel-file/*'], calls: ['default', 'readSheet'] },
  { kind: 'parsing', packages: ['pdf-parse'], calls: ['PDFParse', 'default', 'getTable', 'getText'] },
  { kind: 'parsing', packages: ['pdfjs-dist'], calls: ['getTextContent'] },
  { kind: 'parsing', packages: ['unpdf'], calls: ['extractImages', 'extractText', 'renderPageAsImage'] },
  { kind: 'parsing', packages: ['mammoth'], calls: ['convertToHtml', 'convertToMarkdown', 'extractRawText'] },
  { kind: 'parsing', packages: ['officeparser'], calls: ['parseOffice', 'parseOfficeAsync'] },
  // rendering
  { kind: 'rendering', packages: ['@react-pdf/renderer'], calls: ['renderToBuffer', 'renderToFile', 'renderToStream', 'renderToString', 'toBlob', 'toBuffer'] },
  { kind: 'rendering', packages: ['pdf-lib'], calls: ['save', 'saveAsBase64'] },
  { kind: 'rendering', packages: ['docx'], calls: ['toBase64String', 'toBlob', 'toBuffer'] },
  { kind: 'rendering', packages: ['pptxgenjs'], calls: ['write', 'writeFile'] },
  { kind: 'rendering', packages: ['docxtemplater', 'easy-template-x'], calls: ['process', 'render', 'renderAsync'], sync: ['render'] },
  { kind: 'rendering', packages: ['react-dom/server'], calls: ['renderToStaticMarkup', 'renderToString'], sync: ['renderToStaticMarkup', 'renderToString'] },
  { kind: 'rendering', packages: ['@react-email/components', '@react-email/render'], calls: ['render'] },
  { kind: 'rendering', packages: ['vue/server-renderer', '@vue/server-renderer'], calls: ['renderToString'] },
  { kind: 'rendering', packages: ['mjml'], calls: ['default'], sync: ['default'] },
  { kind: 'rendering', packages: ['ejs'], calls: ['renderFile'] },
  { kind: 'rendering', packages: ['pug'], calls: ['renderFile'], sync: ['renderFile'] },
  { kind: 'rendering', packages: ['satori'], calls: ['default'] },
  { kind: 'rendering', packages: ['chartjs-node-canvas'], calls: ['renderToBuffer', 'renderToBufferSync', 'renderToDataURL', 'renderToDataURLSync'] },
  // pictures
  { kind: 'image work', packages: ['sharp'], calls: ['metadata', 'stats', 'toBuffer', 'toFile'] },
  { kind: 'image work', packages: ['jimp'], calls: ['getBase64', 'getBase64Async', 'getBuffer', 'getBufferAsync', 'read', 'write', 'writeAsync'] },
  { kind: 'image work', packages: ['@resvg/resvg-js'], calls: ['render', 'renderAsync'], sync: ['render'] },
  { kind: 'image work', packages: ['@napi-rs/canvas', 'canvas', 'skia-canvas'], calls: ['encode', 'encodeSync', 'loadImage', 'saveAs', 'toBuffer'], sync: ['toBuffer'] },
  { kind: 'image work', packages: ['imagemin'], calls: ['buffer', 'default'] },
]
