import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An XML element: what the carrier needs of it. Comments and processing instructions are gone. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** All text inside, also that of nested elements, with runs of white space made one space. */
  readonly text: string;
}

/** One node of the order-preserving parser: `{<name>: nodes, ':@': attributes}` or `{'#text': text}`. */
type ParsedNode = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
});

/** The root element of a document; undefined if the text is no well-formed XML with one root. */
export function parseXml(document: string): XmlElement | undefined {
  if (XMLValidator.validate(document) !== true) return undefined;
  const roots = elementsIn(parsed(document));
  return roots.length === 1 ? roots[0] : undefined;
}

/** The parser refuses names and entities that look like an attack; to the carrier such a document is no document. */
function parsed(document: string): ParsedNode[] {
  try {
    return parser.parse(document) as ParsedNode[];
  } catch {
    return [];
  }
}

const nameOf = (node: ParsedNode): string => Object.keys(node).find((key) => key !== ':@') ?? '';

function elementsIn(nodes: readonly ParsedNode[]): XmlElement[] {
  return nodes
    .map((node) => ({ node, name: nameOf(node) }))
    .filter(({ name }) => name !== '#text' && !name.startsWith('?'))
    .map(({ node, name }) => {
      const inside = node[name] as ParsedNode[];
      return {
        name,
        attributes: (node[':@'] ?? {}) as Record<string, string>,
        children: elementsIn(inside),
        text: textIn(inside).replaceAll(/\s+/g, ' ').trim(),
      };
    });
}

function textIn(nodes: readonly ParsedNode[]): string {
  return nodes
    .map((node) => {
      const name = nameOf(node);
      return name === '#text' ? String(node[name]) : textIn(node[name] as ParsedNode[]);
    })
    .join('');
}
