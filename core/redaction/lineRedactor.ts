/**
 * Redacts line by line as the last step, after structure, names, and formats. Finds the credentials that remain in
 * truncated or mixed texts. If in doubt, removes the value. Keeps names of Secrets, certificates, and addresses, but
 * removes values with a credential name.
 */
import { credentialPatterns } from './credentialFormats.ts';
import { isComplaint, isCredentialKey, isHeader, isProse } from './credentialNames.ts';
import { hidden } from './hidden.ts';
import { SecretBlocks, type PlacedLine } from './secretBlocks.ts';
import { namesSecret, withoutSecretData } from './secretInLine.ts';

/** Lines without any of this have nothing to be taken out: most of all lines. */
const suspicious =
  /secret|token|pass|pwd|credential|key|auth|bearer|basic|cookie|sha256~|eyJ|:\/\/[^\s]{0,600}@|dockercfg|AKIA|ASIA|last-applied|[?&](?:sig|X-)|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AIza|ya29\.|UFJJVk|BSSVZB|QUklWQ|dXRo|JhdX|iYXV|curl|wget|login|mysql|hooks\.slack|hvs\.|\bsk-|\$(?:2[aby]|[156y]|apr1)\$/i;

/** Whose words in base64, wherever they begin in it, are `PRIVATE KEY`, `"auths"` and `"auth":`. */
const packed = /UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW|ImF1dGhzI|JhdXRocy|iYXV0aHMi|ImF1dGgiO|JhdXRoIj|iYXV0aCI6/;
const base64 = /(?<![\w+/=-])[\w+/-]{20,}={0,2}/g;
/**
 * `https://name:password@host`, and names alone where they may be tokens. What people type as passwords may have `/`
 * and `@`; a port is none.
 */
const inAddress =
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@:"']{0,200}:(?!\d{1,5}[/?#,])[^\s@"'<>,]{1,300}@(?:[^\s/@:"'<>,]{1,300}@){0,5}|(\bhttps?:\/\/)[^\s/@:"']{1,300}@/gi;
/** Of addresses that are signed. */
const signed = /([?&](?:sig|X-(?:Amz|Goog)-Signature)=)[^\s&"'\\]{4,}/gi;
/** `-u name:password`, of these programs alone. */
const ofCurl = /((?:^|\s)(?:-[A-Za-z]{0,5}u[ =]{0,5}|--user[ =]{1,5})["']?[^\s:"']{1,200}:)[^\s"']{1,300}/g;
/** `-p password`, of these programs alone. */
const ofLogin =
  /(\b(?:login|sshpass|mysql(?:dump|admin)?)\b[^|;&]{0,500}?\s-p[ =]{0,5})(?!(?:is|and|or|not)\s)["']?[^\s"']{1,300}/g;
/** `--password value`, also as two words of a list. */
const option =
  /(?<![\w./-])--([\w-]{1,100})(?:\s{1,20}|\\{0,7}["'],\s{0,20}\\{0,7}["'])(?!-)("[^"]{1,20000}"|'[^']{1,20000}'|[^\s"'\\,\]]{1,20000})/g;
const element = /<([\w:.-]{1,100})>((?:<!\[CDATA\[)?[^<]{1,20000})(?=<\/)/g;

/**
 * `key:` and `key=`, with or without quotes, also where they are escaped or encoded; from the beginning of a name on,
 * so that long ones are not read again and again.
 */
const keyBefore =
  /(?<![\w./-])([\w./-]{1,200})(?:\\{0,7}["']|%22)?\s{0,20}(?::=|=>|==|:(?!:[A-Za-z_])|=|%3A|%3D)\s{0,200}/g;
/** What belongs to the value behind it. Of text in text the quotes have backslashes, and end with as many. */
const valueHere =
  /(?:&?\(|[bu])?"(?:[^"\\]|\\.){0,20000}"?|(?:&?\(|[bu])?'(?:[^']|''){0,20000}'?|\[[^\][{}]{1,20000}\]?|(\\{1,7}["']).{0,20000}?(?:(?<!\\)\1|$)|%22.{0,20000}?(?:%22|$)|(?:&?\()?[^\s"',;&)}\]\\]{1,20000}\\?/y;
/** Of a header: to the end of its text. */
const headerHere = /(?:\[\s{0,3})?(\\{0,7}["'])?[^"'\\]{0,20000}\1?/y;
/** What is longer than a value may be is taken to the end of its line. */
const longestValue = 20_000;

/** A value that goes on in the lines below. */
const block = /^([ \t]*(?:- )?)["']?([\w./-]{1,200})["']?:\s{0,20}[|>][-+0-9]*\s*$/;
/** A line of YAML. */
const yamlLine = /^([ \t]*(?:- {1,20})?)["']?([\w./-]{1,200})["']?:(?:\s+(.*)|)$/;
const keyLike = /^\s*(?:- )?["']?[\w./-]{1,200}["']?:(?:\s|$)/;
/** Blanks may be encoded, as in the files of a MachineConfig. */
const keyBegins = /-{4,5} ?BEGIN(?:[A-Z0-9 +]|%20){1,40}PRIVATE(?: |\+|%20)KEY(?:(?: |\+|%20)BLOCK)? ?-{4,5}/;
const keyEnds = /-{4,5} ?END(?:[A-Z0-9 +]|%20){1,40}PRIVATE(?: |\+|%20)KEY(?:(?: |\+|%20)BLOCK)? ?-{4,5}/;
/** Colours of a terminal may stand between a key and its value. */
// oxlint-disable-next-line no-control-regex -- that is what is looked for
const colours = /\u001b\[[0-9;?]{0,20}[A-Za-z]/g;
/** Lines of a private key: one that does not end would hide all that follows. */
const longestKey = 1000;

export interface LineRedactor {
  /**
   * The next line.
   * @returns those that may be given away by now, in order: of some it is known only later what they are
   */
  lines(text: string): readonly string[];
  /** There are no more. @returns those that are left */
  end(): readonly string[];
  /** How often something was taken out so far. */
  readonly count: number;
}

/** For one file. @param path in the must-gather: files of Secrets lose all values of theirs */
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
  /** Lines of a private key that may still follow. */
  #inKey = 0;
  /** Where the key stands whose value goes on below: all that is deeper belongs to it. */
  #below: number | undefined;
  /** The same, of a value that may go on: keys are none of it. */
  #after: number | undefined;
  readonly #secrets: SecretBlocks;
  /** What was named last is a credential, and its value follows: `name: PASSWORD`, `value: ...`. */
  #named = false;
  /** The same of an option, alone in its line of a list. */
  #optioned = false;

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
      // Whatever began before it ends here.
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

  /** Undefined: the line is none of what belongs to one before. */
  #continued(text: string): string | undefined {
    if (text.trim() === '') return this.#below === undefined && this.#after === undefined ? undefined : text;
    const indent = indentOf(text);
    if (this.#below !== undefined && indent > this.#below) return `${' '.repeat(indent)}${hidden}`;
    this.#below = undefined;
    const after = this.#after;
    this.#after = undefined;
    // Items of a list may stand as deep as its key.
    const isDeeper = after !== undefined && (indent > after || (indent === after && /^\s*- /.test(text)));
    if (after !== undefined && isDeeper && !keyLike.test(text)) {
      this.#after = after;
      return this.#taken(`${' '.repeat(indent)}${/^- /.exec(text.trimStart())?.[0] ?? ''}${hidden}`);
    }
    if (!this.#optioned) return undefined;
    this.#optioned = false;
    const item = /^(\s*- )\s*["']?(?!-)\S/.exec(text)?.[1];
    return item === undefined ? undefined : this.#taken(`${item}${hidden}`);
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

  /** Of a line that is a key with its value, all of the value. */
  #wholeLine(text: string): string | undefined {
    this.#optioned = isCredentialKey(/^\s*- \s*["']?--([\w-]{1,100})["']?\s*$/.exec(text)?.[1] ?? '');
    const line = yamlLine.exec(text);
    const [, before = '', key = '', value = ''] = line ?? [];
    const isNamed = this.#named && key === 'value';
    if (line === null || (!isNamed && !isCredentialKey(key))) return undefined;
    const isPlain = !/^(?:[&!]\S{0,100}\s{1,20}){0,2}(?:["'{[|>*]|[&!]\S*$)/.test(value);
    // A list that goes on below, as JSON is written.
    if (value.trim() === '[' && !/secrets?$/i.test(key)) this.#below = before.length;
    // Names of Secrets may be listed below such a key.
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
      // Encoded quotes end where the name begins.
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

  /** What was applied of a Secret is all of it once more. Undefined: the line is nothing of it. */
  #applied(text: string): string | undefined {
    const applied = /^\s*(?:- )?["']?[\w./-]{0,200}last-applied-configuration["']?\s*:\s*(?=\S)(?![|>])/.exec(
      text,
    )?.[0];
    if (applied === undefined) return undefined;
    this.#below = indentOf(text);
    return this.#taken(`${applied}${hidden}`);
  }

  /** `data:` of a Secret. */
  #dataOf(text: string): string {
    const colon = text.indexOf(':') + 1;
    const rest = text.slice(colon).trim();
    return ['', '{', '{}', '{},'].includes(rest) ? text : this.#taken(`${text.slice(0, colon)} ${hidden}`);
  }

  /** What is below it. */
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

/** Without its quotes. */
function bare(value: string, mark: string): string {
  const inner = value.slice(mark.length);
  return mark !== '' && inner.endsWith(mark) ? inner.slice(0, inner.length - mark.length) : inner;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
