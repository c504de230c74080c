/** What the trace of a language client may write: which messages there are, and how long their texts are. Files hold values of Secrets, and no pattern finds them all. */

/** Fields whose strings name something of the protocol and never quote a file. */
const structural = new Set([
  'uri',
  'targetUri',
  'baseUri',
  'oldUri',
  'newUri',
  'scopeUri',
  'rootUri',
  'rootPath',
  'baseSymbolUri',
  'folder',
  'below',
  'languageId',
  'language',
  'scheme',
  'pattern',
  'method',
  'section',
  'code',
  'kind',
  'command',
  'type',
  'id',
  'identifier',
  'jsonrpc',
  'locale',
  'trace',
  'release',
  'positionEncoding',
  'positionEncodings',
  'tokenTypes',
  'tokenModifiers',
  'formats',
  'documentationFormat',
  'contentFormat',
  'codeActionKinds',
  'valueSet',
  'commands',
  'properties',
  'only',
]);

/** Longer ones are texts, whatever their field is called. */
const maxNameLength = 200;
/** A name or an address; `data:` addresses hold texts. */
const nameOrAddress = /^(?!data:)[\w$@*{},.:/%~+?#=&!()[\]-]*$/i;

const headers: readonly RegExp[] = [
  /^(?:Sending|Received) (?:request|notification) '[\w$/.-]{1,100}(?: - \([\w-]{1,50}\))?'\.$/,
  /^(?:Sending|Received) response '[\w$/.-]{1,100} - \([\w-]{1,50}\)'(?:\. Processing request took| in) \d+ms\.$/,
  /^Received response [\w-]{1,50} without active response promise\.$/,
];
const failure = /^((?:Sending|Received) response [^\n]{1,250}?ms\.) Request failed: ([^]*) \((-?\d{1,10})\)\.$/;
const body = /^(Params|Result|Error data): ([^]*)$/;

/** Returns whether the user's own value of `osc.trace.server` asks for what the messages hold. The other values come from a folder, whoever wrote it. */
export function asksForBodies(setting: { readonly globalValue?: unknown } | undefined): boolean {
  return setting?.globalValue === 'verbose';
}

/**
 * Returns a line of the trace, as the language client writes it, with the length of each text instead of the text.
 * @param withBodies whether what the messages hold is traced too; false writes their first lines alone
 */
export function withoutTexts(line: string, withBodies: boolean): string {
  const first = headOf(line);
  const rest = line.slice(first.length + 1);
  const head = describeHead(first);
  if (!withBodies || rest === '') return head;
  return `${head}\n${describeBody(rest)}`;
}

/** Returns what stands before the body. An error message, which stands before it too, may have several lines. */
function headOf(line: string): string {
  const bodyAt = /\n(?:Params: |Result: |Error data: |No parameters provided\.$|No result returned\.$)/.exec(line)?.index;
  return bodyAt === undefined ? line : line.slice(0, bodyAt);
}

function describeHead(head: string): string {
  if (headers.some((header) => header.test(head))) return head;
  const [, start = '', message = '', code = ''] = failure.exec(head) ?? [];
  return headers.some((header) => header.test(start)) ? `${start} Request failed: ${lengthOf(message)} (${code}).` : lengthOf(head);
}

function describeBody(text: string): string {
  if (text === 'No parameters provided.' || text === 'No result returned.') return text;
  const [, title = '', json = ''] = body.exec(text) ?? [];
  try {
    const value: unknown = JSON.parse(json);
    return `${title}: ${JSON.stringify(lengthsOfTexts('', value), undefined, 2)}`;
  } catch {
    return lengthOf(text);
  }
}

/** Elements of an array have the field of the array. */
function lengthsOfTexts(field: string, value: unknown): unknown {
  if (typeof value === 'string') return structural.has(field) ? nameOrLength(value) : lengthOf(value);
  if (Array.isArray(value)) return value.map((item) => lengthsOfTexts(field, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [nameOrLength(name), lengthsOfTexts(name, inner)]));
}

function nameOrLength(text: string): string {
  return text.length <= maxNameLength && nameOrAddress.test(text) ? text : lengthOf(text);
}

function lengthOf(text: string): string {
  return `[${text.length} characters]`;
}
