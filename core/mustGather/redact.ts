/**
 * Takes what looks like a credential out of the texts of a must-gather, line by line. What is taken out is counted, and never kept.
 * It errs on the side of taking out: names of Secrets, certificates and addresses stay, values under a key that speaks of a credential do not.
 */
import { credentialPatterns } from '../credentialPatterns.ts';
import { isCredentialKey, isHeader, mayBeNumber } from './credentialKeys.ts';

const hidden = '***';

/** Lines without any of this have nothing to be taken out: most of all lines. */
const suspicious =
  /secret|token|pass|pwd|credential|key|auth|bearer|basic|cookie|sha256~|eyJ|:\/\/[^\s/]{0,300}@|AKIA|ASIA|last-applied|[?&](?:sig|X-)|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AIza|ya29\.|UFJJVk|BSSVZB|QUklWQ|dXRo|JhdX|iYXV|curl|wget/i;

const anywhere: readonly RegExp[] = [
  ...credentialPatterns,
  // Access key ids of AWS. Source: AWS IAM, "Unique identifiers".
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  // Tokens that say by their beginning whose they are: GitHub, GitLab, Slack, Google. Sources: the documentation of each on its tokens.
  /\b(?:gh[pousr]_\w{30,}|github_pat_\w{20,}|glpat-[\w-]{20,}|xox[abprs]-[\w-]{10,}|AIza[\w-]{35}|ya29\.[\w-]{20,})/g,
];
/** Whose words in base64, wherever they begin in it, are `PRIVATE KEY`, `"auths"` and `"auth":`. */
const packed = /UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW|ImF1dGhzI|JhdXRocy|iYXV0aHMi|ImF1dGgiO|JhdXRoIj|iYXV0aCI6/;
const base64 = /(?<![\w+/=-])[\w+/-]{20,}={0,2}/g;
/** `https://name:password@host`, and names alone where they may be tokens. */
const inAddress = /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@:"']{0,200}:[^\s/@"']{1,300}@|(\bhttps?:\/\/)[^\s/@:"']{1,300}@/gi;
/** Of addresses that are signed. */
const signed = /([?&](?:sig|X-(?:Amz|Goog)-Signature)=)[^\s&"'\\]{4,}/gi;
/** `-u name:password`, of these programs alone. */
const ofCurl = /((?:^|\s)(?:-u|--user)[ =]{1,5}["']?[^\s:"']{1,200}:)[^\s"']{1,300}/g;
/** `--password value`, also as two words of a list. */
const option = /(?<![\w./-])--([\w-]{1,100})(?:\s{1,20}|\\{0,7}["'],\s{0,20}\\{0,7}["'])(?!-)([^\s"'\\,\]]{1,20000})/g;
const element = /<([\w:.-]{1,100})>([^<]{1,20000})(?=<\/)/g;

/** For numbers, see `mayBeNumber`. */
const harmlessValue = /^(?:true|false|null|nil|<nil>|<none>|<unset>|none|\d{1,6}|\{\}|\[\]|\{|\[|\*{3})?,?$/i;

/** `key:` and `key=`, with or without quotes, also where they are escaped or encoded; from the beginning of a name on, so that long ones are not read again and again. */
const keyBefore = /(?<![\w./-])([\w./-]{1,200})(?:\\{0,7}["']|%22)?\s{0,20}(?::=|=>|==|[:=]|%3A|%3D)\s{0,200}/g;
/** What belongs to the value behind it. Of text in text the quotes have backslashes, and end with as many. */
const valueHere =
  /"(?:[^"\\]|\\.){0,20000}"?|'(?:[^']|''){0,20000}'?|(\\{1,7}["']).{0,20000}?(?:(?<!\\)\1|$)|%22.{0,20000}?(?:%22|$)|(?:&?\()?[^\s"',;&)}\]\\]{1,20000}\\?/y;
/** Of a header: to the end of its text. */
const headerHere = /(\\{0,7}["'])?[^"'\\]{0,20000}\1?/y;

/** A value that goes on in the lines below. */
const block = /^([ \t]*(?:- )?)["']?([\w./-]{1,200})["']?:\s{0,20}[|>][-+0-9]*\s*$/;
/** A line of YAML. */
const yamlLine = /^([ \t]*(?:- {1,20})?)["']?([\w./-]{1,200})["']?:(?:\s+(.*)|)$/;
const keyLike = /^\s*(?:- )?["']?[\w./-]{1,200}["']?:(?:\s|$)/;
const keyBegins = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/;
const keyEnds = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/;
/** Lines of a private key: one that does not end would hide all that follows. */
const longestKey = 1000;
const ofSecret = /\\{0,7}"kind\\{0,7}"\s{0,9}:\s{0,9}\\{0,7}"Secret(?:List)?\\{0,7}"/;
/** In one line. */
const secretData = /(\\{0,7}"(?:data|stringData)\\{0,7}"\s{0,9}:\s{0,9}\{)[^{}]{1,1000000}/g;

export interface Redactor {
  /** The line as it may be given away. */
  line(text: string): string;
  /** How often something was taken out so far. */
  readonly count: number;
}

/** For one file. @param path in the must-gather: files of Secrets lose all values of theirs */
export function createRedactor(path: string): Redactor {
  return new LineRedactor(/(?:^|\/)secrets(?:\/[^/]+)?\.(?:ya?ml|json)$/.test(path), /\.ya?ml$/.test(path));
}

class LineRedactor implements Redactor {
  readonly #ofSecrets: boolean;
  readonly #isYaml: boolean;
  #count = 0;
  /** Lines of a private key that may still follow. */
  #inKey = 0;
  /** Where the key stands whose value goes on below: all that is deeper belongs to it. */
  #below: number | undefined;
  /** The same, of a value that may go on: keys are none of it. */
  #after: number | undefined;
  /** Where `data:` of a Secret stands. */
  #data: number | undefined;
  /** What was named last is a credential, and its value follows: `name: PASSWORD`, `value: ...`. */
  #named = false;
  /** The same of an option, alone in its line of a list. */
  #optioned = false;

  constructor(ofSecrets: boolean, isYaml: boolean) {
    this.#ofSecrets = ofSecrets;
    this.#isYaml = isYaml;
  }

  get count(): number {
    return this.#count;
  }

  line(text: string): string {
    if (this.#inKey > 0) {
      this.#inKey -= 1;
      const end = keyEnds.exec(text);
      if (end === null) return hidden;
      this.#inKey = 0;
      return `${hidden}${this.#line(text.slice(end.index + end[0].length))}`;
    }
    return this.#line(text);
  }

  #line(text: string): string {
    const more = this.#continued(text);
    if (more !== undefined) return more;
    if (this.#ofSecrets) {
      const replaced = this.#secretLine(text);
      if (replaced !== undefined) return replaced;
    }
    return this.#named || suspicious.test(text) ? this.#suspiciousLine(text) : text;
  }

  /** Undefined: the line is none of what belongs to one before. */
  #continued(text: string): string | undefined {
    if (text.trim() === '') return this.#below === undefined && this.#after === undefined ? undefined : text;
    const indent = indentOf(text);
    if (this.#below !== undefined && indent > this.#below) return `${' '.repeat(indent)}${hidden}`;
    this.#below = undefined;
    const after = this.#after;
    this.#after = undefined;
    if (after !== undefined && indent > after && !keyLike.test(text)) {
      this.#after = after;
      return this.#taken(`${' '.repeat(indent)}${hidden}`);
    }
    if (!this.#optioned) return undefined;
    this.#optioned = false;
    const item = /^(\s*- )\s*["']?(?!-)\S/.exec(text)?.[1];
    return item === undefined ? undefined : this.#taken(`${item}${hidden}`);
  }

  #suspiciousLine(text: string): string {
    const begun = block.exec(text);
    const key = begun?.[2] ?? '';
    if (begun !== null && (isCredentialKey(key) || (this.#named && key === 'value') || (this.#ofSecrets && key.endsWith('last-applied-configuration')))) {
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

  /** Of a line that is a key with its value, all of the value. */
  #wholeLine(text: string): string | undefined {
    this.#optioned = isCredentialKey(/^\s*- \s*["']?--([\w-]{1,100})["']?\s*$/.exec(text)?.[1] ?? '');
    const line = yamlLine.exec(text);
    const [, before = '', key = '', value = ''] = line ?? [];
    const isNamed = this.#named && key === 'value';
    if (line === null || (!isNamed && !isCredentialKey(key))) return undefined;
    const isPlain = !/^["'{[|>*&!]/.test(value);
    // Names of Secrets may be listed below such a key.
    if (this.#isYaml && !/secrets?$/i.test(key)) {
      if (isPlain) this.#after = before.length;
      else if (/^(["'])(?!.*\1\s*$)/.test(value)) this.#below = before.length;
    }
    if (!isPlain || isHarmless(key, value)) return undefined;
    this.#named = false;
    return `${text.slice(0, text.length - value.length)}${this.#taken(hidden)}`;
  }

  #within(text: string): string {
    let cleaned = text.replaceAll(inAddress, (_all, scheme: string | undefined, web: string | undefined) => this.#taken(`${scheme ?? web ?? ''}${hidden}@`));
    cleaned = cleaned.replaceAll(signed, (_all, start: string) => this.#taken(`${start}${hidden}`));
    if (packed.test(cleaned)) cleaned = cleaned.replaceAll(base64, (found) => (packed.test(found) ? this.#taken(hidden) : found));
    for (const pattern of anywhere) cleaned = cleaned.replaceAll(pattern, () => this.#taken(hidden));
    if (/\b(?:curl|wget)\b/.test(cleaned)) cleaned = cleaned.replaceAll(ofCurl, (_all, start: string) => this.#taken(`${start}${hidden}`));
    if (cleaned.includes('--')) {
      cleaned = cleaned.replaceAll(option, (all: string, key: string, value: string) =>
        isCredentialKey(key) && !isHarmless(key, value) ? this.#taken(`${all.slice(0, all.length - value.length)}${hidden}`) : all,
      );
    }
    if (cleaned.includes('</')) {
      cleaned = cleaned.replaceAll(element, (all: string, key: string, value: string) =>
        isCredentialKey(key) && !isHarmless(key, value) ? this.#taken(`<${key}>${hidden}`) : all,
      );
    }
    if (cleaned.includes('Secret') && (this.#ofSecrets || ofSecret.test(cleaned)))
      cleaned = cleaned.replaceAll(secretData, (all: string, start: string) => (all === `${start}${hidden}` ? all : this.#taken(`${start}${hidden}`)));
    return this.#withoutValues(cleaned);
  }

  #withoutValues(text: string): string {
    const parts: string[] = [];
    let done = 0;
    const keys = new RegExp(keyBefore);
    for (let found = keys.exec(text); found !== null; found = keys.exec(text)) {
      // Encoded quotes end where the name begins.
      const key = text[found.index - 1] === '%' ? (found[1] ?? '').slice(2) : (found[1] ?? '');
      const isNamed = this.#named && key === 'value';
      this.#named = key === 'name' && isCredentialKey(/^\\{0,7}["']?([\w./-]{1,200})/.exec(text.slice(keys.lastIndex, keys.lastIndex + 250))?.[1] ?? '');
      if (!isNamed && !isHeader(key) && !isCredentialKey(key)) continue;
      const values = new RegExp(isHeader(key) ? headerHere : valueHere);
      values.lastIndex = keys.lastIndex;
      const value = values.exec(text)?.[0];
      const mark = /^(?:\\{0,7}["']|%22)/.exec(value ?? '')?.[0] ?? '';
      if (value === undefined || isHarmless(key, bare(value, mark))) continue;
      parts.push(text.slice(done, keys.lastIndex), this.#taken(`${mark}${hidden}${mark}`));
      done = values.lastIndex;
      keys.lastIndex = done;
    }
    return done === 0 ? text : `${parts.join('')}${text.slice(done)}`;
  }

  /** Undefined: the line is none of the values of a Secret. */
  #secretLine(text: string): string | undefined {
    const indent = indentOf(text);
    if (this.#data !== undefined) {
      if (text.trim() === '') return text;
      if (indent > this.#data) {
        this.#count += 1;
        const key = /^\s*(?:"[^"]{1,300}"|[\w.-]{1,300})\s*:/.exec(text)?.[0];
        return `${key ?? ' '.repeat(indent)}${key === undefined ? '' : ' '}${hidden}`;
      }
      this.#data = undefined;
    }
    const applied = /^\s*(?:- )?["']?[\w./-]{0,200}last-applied-configuration["']?\s*:\s*(?=\S)(?![|>])/.exec(text)?.[0];
    if (applied !== undefined) {
      this.#below = indentOf(text);
      return this.#taken(`${applied}${hidden}`);
    }
    const data = /^(\s*(?:- {1,20})?)["']?(?:data|stringData)["']?\s*:(.*)$/.exec(text);
    if (data === null) return undefined;
    const rest = (data[2] ?? '').trim();
    if (rest === '{}' || rest === '{},') return text;
    // Whatever stands in its line, what is deeper below belongs to it.
    this.#data = (data[1] ?? '').length;
    return rest === '' || rest === '{' ? text : this.#taken(`${text.slice(0, text.length - (data[2] ?? '').length)} ${hidden}`);
  }

  #taken(text: string): string {
    this.#count += 1;
    return text;
  }
}

function isHarmless(key: string, value: string): boolean {
  return harmlessValue.test(value) && !(mayBeNumber(key) && /^\d/.test(value));
}

/** Without its quotes. */
function bare(value: string, mark: string): string {
  const inner = value.slice(mark.length);
  return mark !== '' && inner.endsWith(mark) ? inner.slice(0, inner.length - mark.length) : inner;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
