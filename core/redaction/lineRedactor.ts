/**
 * Redacts line by line as the last step, after structure, names, and formats. Finds the credentials that remain in
 * truncated or mixed text. If in doubt, redacts the value. Keeps names of Secrets, certificates, and addresses, but
 * redacts values with a credential name.
 */
import { credentialPatterns } from './credentialFormats.ts';
import { isComplaint, isCredentialKey, isHeader, isPasswordArgument, isProse } from './credentialNames.ts';
import { hidden } from './hidden.ts';
import { SecretBlocks, type PlacedLine } from './secretBlocks.ts';
import { namesSecret, withoutSecretData } from './secretInLine.ts';

/** Matches lines that might contain a credential. Most lines don't match and are skipped. */
const suspicious =
  /secret|token|pass|pwd|credential|key|auth|bearer|basic|cookie|sha256~|eyJ|:\/\/[^\s]{0,600}@|dockercfg|AKIA|ASIA|last-applied|[?&](?:sig|X-)|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AIza|ya29\.|UFJJVk|BSSVZB|QUklWQ|dXRo|JhdX|iYXV|curl|wget|login|mysql|hooks\.slack|hvs\.|\bsk-|\$(?:2[aby]|[156y]|apr1)\$/i;

/** Matches the base64 encoding of `PRIVATE KEY`, `"auths"`, and `"auth":` at any byte offset. */
const packed = /UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW|ImF1dGhzI|JhdXRocy|iYXV0aHMi|ImF1dGgiO|JhdXRoIj|iYXV0aCI6/;
const base64 = /(?<![\w+/=-])[\w+/-]{20,}={0,2}/g;
/**
 * Matches `https://name:password@host`, and names without passwords in http and https URLs, because they might be
 * tokens. Passwords can contain `/` and `@`. A port isn't a password.
 */
const inAddress =
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@:"']{0,200}:(?!\d{1,5}[/?#,])[^\s@"'<>,]{1,300}@(?:[^\s/@:"'<>,]{1,300}@){0,5}|(\bhttps?:\/\/)[^\s/@:"']{1,300}@/gi;
/** Matches signatures of signed URLs. */
const signed = /([?&](?:sig|X-(?:Amz|Goog)-Signature)=)[^\s&"'\\]{4,}/gi;
/** Matches `-u name:password`. Applied only to curl and wget. */
const ofCurl = /((?:^|\s)(?:-[A-Za-z]{0,5}u[ =]{0,5}|--user[ =]{1,5})["']?[^\s:"']{1,200}:)[^\s"']{1,300}/g;
/** Matches `-p password` of commands that accept it. */
const ofLogin =
  /(\b(?:login|sshpass|mysql(?:dump|admin)?)\b[^|;&]{0,500}?\s-p[ =]{0,5})(?!(?:is|and|or|not)\s)["']?[^\s"']{1,300}/g;
/** Matches `--password value`, also as two items of a list. */
const option =
  /(?<![\w./-])--([\w-]{1,100})(?:\s{1,20}|\\{0,7}["'],\s{0,20}\\{0,7}["'])(?!-)("[^"]{1,20000}"|'[^']{1,20000}'|[^\s"'\\,\]]{1,20000})/g;
const element = /<([\w:.-]{1,100})>((?:<!\[CDATA\[)?[^<]{1,20000})(?=<\/)/g;

/**
 * Matches `key:` and `key=` with or without quotes, including escaped and encoded ones. A match starts where a name
 * starts, so that long words aren't scanned repeatedly.
 */
const keyBefore =
  /(?<![\w./-])([\w./-]{1,200})(?:\\{0,7}["']|%22)?\s{0,20}(?::=|=>|==|:(?!:[A-Za-z_])|=|%3A|%3D)\s{0,200}/g;
/** Matches the value after a key. In nested text, quotes have backslashes and end with the same number of them. */
const valueHere =
  /(?:&?\(|[bu])?"(?:[^"\\]|\\.){0,20000}"?|(?:&?\(|[bu])?'(?:[^']|''){0,20000}'?|\[[^\][{}]{1,20000}\]?|(\\{1,7}["']).{0,20000}?(?:(?<!\\)\1|$)|%22.{0,20000}?(?:%22|$)|(?:&?\()?[^\s"',;&)}\]\\]{1,20000}\\?/y;
/** Matches the value of a header, up to the end of its text. */
const headerHere = /(?:\[\s{0,3})?(\\{0,7}["'])?[^"'\\]{0,20000}\1?/y;
/** Maximum length of a value. A longer value extends to the end of its line. */
const longestValue = 20_000;

/** Matches a key whose value continues on the following lines. */
const block = /^([ \t]*(?:- )?)["']?([\w./-]{1,200})["']?:\s{0,20}[|>][-+0-9]*\s*$/;
/** Matches a YAML line. */
const yamlLine = /^([ \t]*(?:- {1,20})?)["']?([\w./-]{1,200})["']?:(?:\s+(.*)|)$/;
const keyLike = /^\s*(?:- )?["']?[\w./-]{1,200}["']?:(?:\s|$)/;
/** Matches the start of a private key. Spaces can be encoded, as in the files of a MachineConfig. */
const keyBegins = /-{4,5} ?BEGIN(?:[A-Z0-9 +]|%20){1,40}PRIVATE(?: |\+|%20)KEY(?:(?: |\+|%20)BLOCK)? ?-{4,5}/;
const keyEnds = /-{4,5} ?END(?:[A-Z0-9 +]|%20){1,40}PRIVATE(?: |\+|%20)KEY(?:(?: |\+|%20)BLOCK)? ?-{4,5}/;
/** Matches terminal color codes, which can be between a key and its value. */
// oxlint-disable-next-line no-control-regex -- that is what is looked for
const colours = /\u001b\[[0-9;?]{0,20}[A-Za-z]/g;
/** Maximum number of words of a command line to remember, and maximum number of characters of each word. */
const [mostWords, longestWord] = [30, 300];
/** Maximum number of lines of a private key. Without a limit, a key without an end would hide the rest of the file. */
const longestKey = 1000;

export interface LineRedactor {
  /**
   * Processes the next line.
   * @returns the lines that are ready, in order; some lines can be classified only after later lines
   */
  lines(text: string): readonly string[];
  /**
   * Ends the file.
   * @returns the remaining lines
   */
  end(): readonly string[];
  /** Number of redactions so far. */
  readonly count: number;
}

/**
 * Creates a redactor for one file.
 * @param path path in the must-gather; files of Secrets lose all their values
 */
export function createLineRedactor(path: string): LineRedactor {
  return new Lines(
    /(?:^|\/)secrets(?:\/[^/]+)?\.(?:ya?ml|json)$/.test(path),
    /\.ya?ml$/.test(path),
    path.endsWith('.json'),
  );
}

class Lines implements LineRedactor {
  readonly #ofSecrets: boolean;
  readonly #isYaml: boolean;
  #count = 0;
  /** Number of remaining lines that can belong to the current private key. 0 outside of a key. */
  #inKey = 0;
  /** Indentation of a key whose value continues below. All deeper lines belong to the value. */
  #below: number | undefined;
  /** Indentation of a key whose value might continue below. Lines with keys don't belong to the value. */
  #after: number | undefined;
  readonly #secrets: SecretBlocks;
  /** True if the last name is that of a credential whose value follows, such as `name: PASSWORD`, `value: ...`. */
  #named = false;
  /**
   * True if the last list item consists only of an option for a credential, such as `- --password`. The next item is
   * then the credential.
   */
  #optioned = false;
  /** The last items of the current list, which can be the words of a command line. */
  #items: string[] = [];

  constructor(ofSecrets: boolean, isYaml: boolean, isJson: boolean) {
    this.#ofSecrets = ofSecrets;
    this.#isYaml = isYaml;
    this.#secrets = new SecretBlocks(ofSecrets, isYaml || isJson);
  }

  get count(): number {
    return this.#count;
  }

  lines(text: string): readonly string[] {
    return this.#secrets.take(text).map((line) => this.#placed(line));
  }

  end(): readonly string[] {
    return this.#secrets.end().map((line) => this.#placed(line));
  }

  #placed({ text, secret }: PlacedLine): string {
    if (secret !== undefined) {
      // A value that started on an earlier line ends here.
      this.#inKey = 0;
      this.#below = this.#after = undefined;
      return secret === 'key' ? this.#dataOf(text) : this.#valueOf(text);
    }
    if (this.#inKey > 0) {
      this.#inKey -= 1;
      const end = keyEnds.exec(text);
      if (end === null) return hidden;
      this.#inKey = 0;
      return `${hidden}${this.#line(text.slice(end.index + end[0].length))}`;
    }
    return this.#line(text);
  }

  #line(written: string): string {
    const text = written.includes('\u001b') ? written.replaceAll(colours, '') : written;
    const more = this.#continued(text);
    if (more !== undefined) return more;
    const applied = this.#ofSecrets ? this.#applied(text) : undefined;
    if (applied !== undefined) return applied;
    return this.#named || suspicious.test(text) ? this.#suspiciousLine(text) : text;
  }

  /** Redacts a line that continues an earlier value. Returns undefined for any other line. */
  #continued(text: string): string | undefined {
    if (text.trim() === '') return this.#below === undefined && this.#after === undefined ? undefined : text;
    const indent = indentOf(text);
    if (this.#below !== undefined && indent > this.#below) return `${' '.repeat(indent)}${hidden}`;
    this.#below = undefined;
    const after = this.#after;
    this.#after = undefined;
    // List items can have the same indentation as their key.
    const isDeeper = after !== undefined && (indent > after || (indent === after && /^\s*- /.test(text)));
    if (after !== undefined && isDeeper && !keyLike.test(text)) {
      this.#after = after;
      return this.#taken(`${' '.repeat(indent)}${/^- /.exec(text.trimStart())?.[0] ?? ''}${hidden}`);
    }
    const isAfterP = this.#items.at(-1) === '-p';
    const word = this.#noteItem(text);
    const isCredential = this.#optioned || (isAfterP && isPasswordArgument(this.#items, this.#items.length - 1));
    this.#optioned = false;
    if (!isCredential || word === undefined || word === '' || word.startsWith('-')) return undefined;
    return this.#taken(`${/^\s*- /.exec(text)?.[0] ?? ''}${hidden}`);
  }

  /**
   * Stores an item of a list, which can be a word of a command line.
   * @returns its word
   */
  #noteItem(text: string): string | undefined {
    const start = /^\s*- /.exec(text)?.[0];
    if (start === undefined) {
      if (this.#items.length > 0) this.#items = [];
      return undefined;
    }
    const word = text
      .slice(start.length, start.length + longestWord)
      .trim()
      .replaceAll(/^["']|["']$/g, '');
    if (this.#items.length >= mostWords) this.#items.shift();
    this.#items.push(word);
    return word;
  }

  #suspiciousLine(text: string): string {
    const begun = block.exec(text);
    const key = begun?.[2] ?? '';
    if (
      begun !== null &&
      (isCredentialKey(key) ||
        (this.#named && key === 'value') ||
        (this.#ofSecrets && key.endsWith('last-applied-configuration')))
    ) {
      this.#below = (begun[1] ?? '').length;
      this.#named = false;
      return this.#taken(text);
    }
    const parts: string[] = [];
    let rest = text;
    for (let begins = keyBegins.exec(rest); begins !== null; begins = keyBegins.exec(rest)) {
      parts.push(this.#within(rest.slice(0, begins.index)), this.#taken(hidden));
      const end = keyEnds.exec(rest.slice(begins.index));
      if (end === null) this.#inKey = longestKey;
      rest = end === null ? '' : rest.slice(begins.index + end.index + end[0].length);
    }
    if (parts.length > 0) return `${parts.join('')}${this.#within(rest)}`;
    return this.#wholeLine(text) ?? this.#within(text);
  }

  /** Redacts the whole value if the line consists of a key and its value. */
  #wholeLine(text: string): string | undefined {
    this.#optioned = isCredentialKey(/^\s*- \s*["']?--([\w-]{1,100})["']?\s*$/.exec(text)?.[1] ?? '');
    const line = yamlLine.exec(text);
    const [, before = '', key = '', value = ''] = line ?? [];
    const isNamed = this.#named && key === 'value';
    if (line === null || (!isNamed && !isCredentialKey(key))) return undefined;
    const isPlain = !/^(?:[&!]\S{0,100}\s{1,20}){0,2}(?:["'{[|>*]|[&!]\S*$)/.test(value);
    // A list that continues on the next lines, as in JSON.
    if (value.trim() === '[' && !/secrets?$/i.test(key)) this.#below = before.length;
    // Keys that end in "secret" are excluded, because Secret names can be listed below them.
    if (this.#isYaml && !/secrets?$/i.test(key)) {
      if (isPlain) this.#after = before.length;
      else if (/^(["'])(?!.*\1\s*$)/.test(value)) this.#below = before.length;
    }
    if (!isPlain || isProse(key, value)) return undefined;
    this.#named = false;
    return `${text.slice(0, text.length - value.length)}${this.#taken(hidden)}`;
  }

  #within(text: string): string {
    let cleaned = text.replaceAll(inAddress, (_all, scheme: string | undefined, web: string | undefined) =>
      this.#taken(`${scheme ?? web ?? ''}${hidden}@`),
    );
    cleaned = cleaned.replaceAll(signed, (_all, start: string) => this.#taken(`${start}${hidden}`));
    if (packed.test(cleaned))
      cleaned = cleaned.replaceAll(base64, (found) => (packed.test(found) ? this.#taken(hidden) : found));
    for (const pattern of credentialPatterns) cleaned = cleaned.replaceAll(pattern, () => this.#taken(hidden));
    if (/\b(?:curl|wget)\b/.test(cleaned))
      cleaned = cleaned.replaceAll(ofCurl, (_all, start: string) => this.#taken(`${start}${hidden}`));
    if (cleaned.includes(' -p'))
      cleaned = cleaned.replaceAll(ofLogin, (_all, start: string) => this.#taken(`${start}${hidden}`));
    if (cleaned.includes('--')) {
      cleaned = cleaned.replaceAll(option, (all: string, key: string, value: string) => {
        const mark = /^["']/.exec(value)?.[0] ?? '';
        const isCredential = isCredentialKey(key) && !isProse(key, bare(value, mark));
        return isCredential ? this.#taken(`${all.slice(0, all.length - value.length)}${mark}${hidden}${mark}`) : all;
      });
    }
    if (cleaned.includes('</')) {
      cleaned = cleaned.replaceAll(element, (all: string, key: string, value: string) =>
        isCredentialKey(key) && !isProse(key, value) ? this.#taken(`<${key}>${hidden}`) : all,
      );
    }
    if (/secret/i.test(cleaned) && (this.#ofSecrets || namesSecret(cleaned))) {
      const { text: kept, count } = withoutSecretData(cleaned, hidden);
      this.#count += count;
      cleaned = kept;
    }
    return this.#withoutValues(cleaned);
  }

  #withoutValues(text: string): string {
    const parts: string[] = [];
    let done = 0;
    const keys = new RegExp(keyBefore);
    for (let found = keys.exec(text); found !== null; found = keys.exec(text)) {
      // An encoded quotation mark is directly before the name.
      const key = text[found.index - 1] === '%' ? (found[1] ?? '').slice(2) : (found[1] ?? '');
      const isNamed = this.#named && key === 'value';
      this.#named =
        key === 'name' &&
        isCredentialKey(
          /^\\{0,7}["']?([\w./-]{1,200})/.exec(text.slice(keys.lastIndex, keys.lastIndex + 250))?.[1] ?? '',
        );
      if (!isNamed && !isHeader(key) && !isCredentialKey(key)) continue;
      const values = new RegExp(isHeader(key) ? headerHere : valueHere);
      values.lastIndex = keys.lastIndex;
      const value = values.exec(text)?.[0];
      const mark = /^(?:\\{0,7}["']|%22)/.exec(value ?? '')?.[0] ?? '';
      if (
        value === undefined ||
        isProse(key, bare(value, mark)) ||
        isComplaint(text.slice(keys.lastIndex, keys.lastIndex + 80))
      )
        continue;
      parts.push(text.slice(done, keys.lastIndex), this.#taken(`${mark}${hidden}${mark}`));
      done = value.length < longestValue ? values.lastIndex : text.length;
      keys.lastIndex = done;
    }
    return done === 0 ? text : `${parts.join('')}${text.slice(done)}`;
  }

  /**
   * Redacts the last applied configuration of a Secret, which contains its values again. Returns undefined for any
   * other line.
   */
  #applied(text: string): string | undefined {
    const applied = /^\s*(?:- )?["']?[\w./-]{0,200}last-applied-configuration["']?\s*:\s*(?=\S)(?![|>])/.exec(
      text,
    )?.[0];
    if (applied === undefined) return undefined;
    this.#below = indentOf(text);
    return this.#taken(`${applied}${hidden}`);
  }

  /** Redacts values on the `data:` line of a Secret. */
  #dataOf(text: string): string {
    const colon = text.indexOf(':') + 1;
    const rest = text.slice(colon).trim();
    return ['', '{', '{}', '{},'].includes(rest) ? text : this.#taken(`${text.slice(0, colon)} ${hidden}`);
  }

  /** Redacts a line below `data:`. */
  #valueOf(text: string): string {
    const trimmed = text.trim();
    if (trimmed === '') return text;
    const key = /^\s*(?:"[^"]{1,300}"|'[^']{1,300}'|[\w.-]{1,300})\s{0,20}:/.exec(text)?.[0];
    return this.#taken(key === undefined ? `${' '.repeat(indentOf(text))}${hidden}` : `${key} ${hidden}`);
  }

  #taken(text: string): string {
    this.#count += 1;
    return text;
  }
}

/** Returns the value without its quotes. */
function bare(value: string, mark: string): string {
  const inner = value.slice(mark.length);
  return mark !== '' && inner.endsWith(mark) ? inner.slice(0, inner.length - mark.length) : inner;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
