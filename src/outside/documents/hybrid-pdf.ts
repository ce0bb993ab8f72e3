// An invoice for people and programs in one file, as ZUGFeRD and Factur-X have it: the PDF of the invoice as PDF/A-3,
// with the same amounts as XML attached to it. Equal data gives equal bytes.
import type { EInvoice } from '../../domain/orders/e-invoice.ts';
import { ciiOf } from './e-invoice-cii.ts';
import type { PdfData } from './pdf-data.ts';
import { PdfLayout } from './pdf-layout.ts';

export interface InvoiceData extends PdfData {
  readonly e_invoice: EInvoice;
}

/** Name that readers look for. */
const FILE = 'factur-x.xml';
const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

const PROPERTIES = {
  DocumentType: ['INVOICE', 'Type of the document'],
  DocumentFileName: [FILE, 'Name of the attached file'],
  Version: ['1.0', 'Version of the XML schema'],
  ConformanceLevel: ['EN 16931', 'Profile of the XML'],
} as const;

/** What the document says of the attachment, and the schema of that, which PDF/A wants. */
const METADATA = `
        <rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">
            ${Object.entries(PROPERTIES)
              .map(([name, [value]]) => `<fx:${name}>${value}</fx:${name}>`)
              .join('\n            ')}
        </rdf:Description>
        <rdf:Description rdf:about=""
                xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
                xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
                xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
            <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
                <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
                <pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
                <pdfaSchema:prefix>fx</pdfaSchema:prefix>
                <pdfaSchema:property><rdf:Seq>${Object.entries(PROPERTIES)
                  .map(
                    ([name, [, says]]) => `
                    <rdf:li rdf:parseType="Resource">
                        <pdfaProperty:name>${name}</pdfaProperty:name>
                        <pdfaProperty:valueType>Text</pdfaProperty:valueType>
                        <pdfaProperty:category>external</pdfaProperty:category>
                        <pdfaProperty:description>${says}</pdfaProperty:description>
                    </rdf:li>`,
                  )
                  .join('')}
                </rdf:Seq></pdfaSchema:property>
            </rdf:li></rdf:Bag></pdfaExtension:schemas>
        </rdf:Description>`;

/** pdfkit writes XMP, which its types lack. */
interface WithMetadata {
  appendXML(xml: string): void;
}

export const hybridPdf = (data: InvoiceData): Promise<Buffer> => {
  const made = new Date(data.created_ms);
  return new PdfLayout(data, { subset: 'PDF/A-3b', pdfVersion: '1.7' }).toBytes((doc) => {
    const attachment = {
      name: FILE,
      type: 'text/xml',
      description: 'Factur-X',
      creationDate: made,
      modifiedDate: made,
      // What it is to the PDF: the same in another form; the package's types lack it.
      relationship: 'Alternative',
    };
    doc.file(Buffer.from(ciiOf(data.e_invoice)), attachment);
    (doc as unknown as WithMetadata).appendXML(METADATA);
  });
};
