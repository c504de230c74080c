/**
 * Reduces the trace of a language client to message types and text lengths. Files contain Secret values, and no pattern
 * finds all of them.
 */

/** Fields whose strings are protocol names and never quote a file. */
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

/** Maximum length of a name. Longer strings count as text in any field. */
const maxNameLength = 200;
/** Matches a name or a URI. A `data:` URI contains text. */
const nameOrAddress = /^(?!data:)[\w$@*{},.:/%~+?#=&!()[\]-]*$/i;

const headers: readonly RegExp[] = [
  /^(?:Sending|Received) (?:request|notification) '[\w$/.-]{1,100}(?: - \([\w-]{1,50}\))?'\.$/,
  /^(?:Sending|Received) response '[\w$/.-]{1,100} - \([\w-]{1,50}\)'(?:\. Processing request took| in) \d+ms\.$/,
  /^Received response [\w-]{1,50} without active response promise\.$/,
];
const failure = /^((?:Sending|Received) response [^\n]{1,250}?ms\.) Request failed: ([^]*) \((-?\d{1,10})\)\.$/;
const body = /^(Params|Result|Error data): ([^]*)$/;

/**
 * Returns whether the user setting `osc.trace.server` requests message contents. Ignores other values, because a folder
 * could set them.
 */
export function requestsMessageContents(setting: { readonly globalValue?: unknown } | undefined): boolean {
  return setting?.globalValue === 'verbose';
}

/**
 * Returns a line of the trace with each text replaced by its length.
 * @param withBodies true to include message contents; false for the first line only
 */
export function replaceTextsWithLengths(line: string, withBodies: boolean): string {
  const first = headOf(line);
  const rest = line.slice(first.length + 1);
  const head = describeHead(first);
  if (!withBodies || rest === '') return head;
  return `${head}\n${describeBody(rest)}`;
}

/** Returns the text before the body. It can include an error message with several lines. */
function headOf(line: string): string {
  const bodyAt = /\n(?:Params: |Result: |Error data: |No parameters provided\.$|No result returned\.$)/.exec(
    line,
  )?.index;
  return bodyAt === undefined ? line : line.slice(0, bodyAt);
}

function describeHead(head: string): string {
  if (headers.some((header) => header.test(head))) return head;
  const [, start = '', message = '', code = ''] = failure.exec(head) ?? [];
  return headers.some((header) => header.test(start))
    ? `${start} Request failed: ${lengthOf(message)} (${code}).`
    : lengthOf(head);
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

/** Replaces texts with their lengths. Array elements have the field name of the array. */
function lengthsOfTexts(field: string, value: unknown): unknown {
  if (typeof value === 'string') return structural.has(field) ? nameOrLength(value) : lengthOf(value);
  if (Array.isArray(value)) return value.map((item) => lengthsOfTexts(field, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [nameOrLength(name), lengthsOfTexts(name, inner)]),
  );
}

function nameOrLength(text: string): string {
  return text.length <= maxNameLength && nameOrAddress.test(text) ? text : lengthOf(text);
}

function lengthOf(text: string): string {
  return `[${text.length} characters]`;
}
