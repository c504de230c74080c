/** Finds the credentials in a value of a Secret: JSON fields, passwords in URLs, and values after `name:`. */
import { isCredentialKey, isDistinctive, isHarmlessValue } from '#core/redaction/credentialNames.ts';
import { readJson, type Node } from '#core/redaction/documentNode.ts';

const most = 1000;
const address = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/@:"']{0,200}:([^\s@"'<>,]{6,300})@/gi;
/** Matches `admin:password` alone on a line. */
const login = /^[\w.@-]{1,100}:([^\s:/][^\s]{5,300})$/gm;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the parts of a value that are also redacted in other files. Parts that are only names aren't included. */
export function* partsOf(value: string): Generator<string> {
  let count = 0;
  for (const part of all(value)) {
    count += 1;
    if (count > most) return;
    yield part;
  }
}

function* all(value: string): Generator<string> {
  for (const [, password = ''] of value.matchAll(address)) if (isDistinctive(password)) yield password;
  for (const [, password = ''] of value.matchAll(login)) if (isDistinctive(password)) yield password;
  const begin = /^\s*(?=[{[])/.exec(value)?.[0].length;
  const root = begin === undefined ? undefined : readJson(value, begin);
  if (root !== undefined) yield* ofDocument(root);
}

function* ofDocument(root: Node): Generator<string> {
  const waiting: { readonly key: string; readonly node: Node }[] = [{ key: '', node: root }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { key, node } = next;
    if (node.kind === 'list') waiting.push(...node.items.map((item) => ({ key, node: item })));
    else if (node.kind === 'map') waiting.push(...node.entries.map(({ name, value }) => ({ key: name, node: value })));
    else if (isPart(key, node.text)) {
      yield node.text;
      const decoded = key === 'auth' ? decodedLogin(node.text) : undefined;
      if (decoded !== undefined) yield decoded;
    }
  }
}

/** Returns whether a part is a credential. Names, addresses, and IDs aren't. */
function isPart(key: string, text: string): boolean {
  if (text.length < 8 || isHarmlessValue(key, text) || !isDistinctive(text)) return false;
  return isCredentialKey(key) || (!uuid.test(text) && !/[\s/:@]|\.\w+\./.test(text) && /\d/.test(text));
}

/** Returns the password from the base64 form of `name:password`. */
function decodedLogin(encoded: string): string | undefined {
  try {
    const [, password = ''] = /^[^:]{1,300}:(.{6,4000})$/.exec(atob(encoded)) ?? [];
    return password === '' ? undefined : password;
  } catch {
    return undefined;
  }
}
