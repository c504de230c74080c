/**
 * Finds credentials in a document by its structure: values of Secrets, of fields with credential names, of name-value
 * pairs, and of patches.
 */
import { isCredentialKey, isHarmlessValue, isHeader, isPasswordArgument, isProse } from './credentialNames.ts';
import { scalarAt, type ListNode, type RedactableMap, type Node, type RedactableScalar } from './documentNode.ts';

/** A value that is a credential. */
export interface FoundScalar {
  readonly node: RedactableScalar;
  /** The name of the value. */
  readonly key: string;
  /** True if the value belongs to a Secret. Values in `data` are base64. */
  readonly isData: boolean;
  /**
   * True if the value is data of an audit entry about a Secret. If the data is a patch, the patch changes the Secret.
   */
  readonly isAboutSecret: boolean;
}

/** The subject of a part of a document. `unknown` if no field has identified it so far. */
type About = 'secret' | 'other' | 'unknown';

interface Visit {
  readonly node: Node;
  readonly key: string;
  readonly about: About;
  /**
   * Set if every scalar in the node is a credential. `value`: the node is the value of a named credential. `data`: the
   * node is the data of a Secret.
   */
  readonly all: 'value' | 'data' | undefined;
}

const nameFields = new Set([
  'name',
  'key',
  'Name',
  'Key',
  'k',
  'variable',
  'header',
  'field',
  'property',
  'option',
  'NAME',
  'KEY',
]);
const valueFields = new Set([
  'value',
  'Value',
  'val',
  'v',
  'data',
  'content',
  'stringValue',
  'string_value',
  'VALUE',
  'default',
]);

/**
 * Returns all credentials, and all other scalars so that their text can be analyzed.
 * @param isOfSecrets whether the file contains Secrets, even if its objects don't have that kind
 */
export function* scalarsIn(
  root: Node,
  isOfSecrets: boolean,
): Generator<FoundScalar & { readonly isCredential: boolean }> {
  // Visits a shared node once per role, because a few aliases could otherwise make the walk endless.
  const seen = new Map<Node, Set<string>>();
  const waiting: Visit[] = [{ node: root, key: '', about: isOfSecrets ? 'secret' : 'unknown', all: undefined }];
  for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
    const { node, key, about, all } = visit;
    const role = `${about}/${all ?? ''}/${node.kind === 'scalar' ? key : ''}`;
    const roles = seen.get(node) ?? new Set();
    if (roles.has(role)) continue;
    seen.set(node, roles.add(role));
    if (node.kind === 'scalar') {
      const isTold = all === undefined ? isCredentialKey(key) || isHeader(key) : true;
      const isCredential = all === 'data' || (isTold && !isHarmlessValue(key, node.text));
      yield {
        node,
        key,
        isData: all === 'data',
        isAboutSecret: about === 'secret',
        isCredential: isCredential && node.text !== '',
      };
    } else if (node.kind === 'list') waiting.push(...inList(node, visit));
    else waiting.push(...inMap(node, visit));
  }
}

function inList({ items }: ListNode, { key, about, all }: Visit): readonly Visit[] {
  const texts = items.map((item) => (item.kind === 'scalar' ? item.text : undefined));
  // A pair such as `["PASSWORD", "x"]`. In a list of arguments, an option and its value are separate items.
  const isNamed = (index: number): boolean => {
    const before = texts[index - 1] ?? '';
    if (before === '-p') return isPasswordArgument(texts, index);
    if (/^--?[\w-]+$/.test(before))
      return (
        isCredentialKey(before.replace(/^-+/, '')) &&
        !isProse(before.replace(/^-+/, ''), texts[index] ?? '') &&
        !(texts[index] ?? '-').startsWith('-')
      );
    return items.length === 2 && index === 1 && isName(before) && !isProse(before, texts[index] ?? '');
  };
  // Names of Secrets are listed under these keys.
  const inner = /secrets?$/i.test(key) ? '' : key;
  return items.map((node, index) => ({
    node,
    key: node.kind === 'scalar' ? inner : '',
    about,
    all: all ?? (isNamed(index) ? 'value' : undefined),
  }));
}

function inMap(map: RedactableMap, { key, about, all }: Visit): readonly Visit[] {
  const here = aboutOf(map, about);
  const pair = map.entries.find(
    ({ name, value }) => nameFields.has(name) && value.kind === 'scalar' && isName(value.text),
  )?.value;
  const named = pair?.kind === 'scalar' ? pair.text : undefined;
  const isKey = map.entries.some(({ name }) => name === 'kty');
  const isPatch =
    here !== 'other' && map.entries.some(({ name }) => name === 'op') && isDataPath(scalarAt(map, 'path') ?? '', here);
  const isAboutSecrets = aboutOfRequest(map, here);
  const isListOfSecrets = scalarAt(map, 'kind') === 'SecretList';
  return map.entries.map(({ name, value }) => {
    let below = all;
    if (here === 'secret' && (name === 'data' || name === 'stringData')) below ??= 'data';
    else if (isPatch && name === 'value') below ??= 'data';
    // Private parts of a JSON Web Key.
    else if (isKey && /^(?:[dkpq]|d[pq]|qi)$/.test(name)) below ??= 'data';
    else if ((named !== undefined || (isCredentialKey(key) && !/secrets?$/i.test(key))) && valueFields.has(name))
      below ??= 'value';
    const nameOfValue = below === 'value' && value.kind === 'scalar' && valueFields.has(name) ? (named ?? name) : name;
    return {
      node: value,
      key: nameOfValue,
      about: below === undefined ? aboutBelow(name, here, isAboutSecrets, isListOfSecrets) : 'other',
      all: below,
    };
  });
}

/** Returns whether a text is a credential name, and not a sentence about one. */
function isName(text: string): boolean {
  return text.length <= 100 && /^[\w./ -]+$/.test(text) && isCredentialKey(text);
}

function aboutOf(map: RedactableMap, about: About): About {
  const kinds = map.entries.flatMap(({ name, value }) =>
    name === 'kind' && value.kind === 'scalar' ? [value.text.trim()] : [],
  );
  if (kinds.includes('Secret')) return 'secret';
  if (kinds.some((kind) => !['SecretList', 'List', 'Status', 'Event'].includes(kind))) return 'other';
  return about;
}

/**
 * Returns the subject of the objects in an audit entry, based on its `objectRef`. Returns undefined if the map has no
 * `objectRef`.
 */
function aboutOfRequest(map: RedactableMap, here: About): About | undefined {
  const reference = map.entries.find((entry) => entry.name === 'objectRef')?.value;
  if (reference?.kind !== 'map') return undefined;
  return scalarAt(reference, 'resource') === 'secrets' ? 'secret' : here === 'secret' ? here : 'other';
}

/**
 * Returns the subject of the value of a field. The items of a SecretList have no kind, so the list determines it. In an
 * audit entry, the subject of the request applies, because a patch (a list or a string) has no kind. The fields of a
 * Secret are `unknown`, except those that contain a changed object.
 */
function aboutBelow(name: string, here: About, ofRequest: About | undefined, isListOfSecrets: boolean): About {
  if (name === 'items') return isListOfSecrets ? 'secret' : here;
  if (ofRequest !== undefined) return ofRequest;
  return here === 'secret' && name !== 'requestObject' && name !== 'responseObject' && name !== 'object'
    ? 'unknown'
    : here;
}

function isDataPath(path: string, about: About): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return path.startsWith('/stringData') || (/^\/data(?:\/|$)/.test(path) && about !== 'other') || isCredentialKey(last);
}
