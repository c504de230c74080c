/**
 * Finds the credentials in a text: by the structure of its documents, by names next to values, by format, and in
 * embedded text. Returns ranges to hide and values to search for in other texts.
 */
import { formsOf, textOfBase64, type Gunzip } from './encodings.ts';
import { formatsIn } from './credentialFormats.ts';
import { innerTexts, type Inner } from './nestedText.ts';
import type { KnownValues, Stretch } from './knownValues.ts';
import { announcesSecret, isDistinctive, isSearchable } from './credentialNames.ts';
import { readJson, type Node, type RedactableScalar } from './documentNode.ts';
import { namedIn, type NamedValue } from './namedValues.ts';
import { scalarsIn } from './structuredSecrets.ts';

/** Optional parsers, which some bundles omit because of their size. */
export interface Parsers {
  readonly gunzip: Gunzip;
  /**
   * Parses YAML documents and resolves aliases and merges. Returns undefined if the text isn't YAML or exceeds the
   * limits.
   */
  readonly readYaml?: (text: string) => readonly Node[] | undefined;
  /** Finds credentials in additional formats. */
  readonly formats: (text: string) => Iterable<Stretch>;
  /** Finds command lines as lists of words, and JSON in markup. */
  readonly innerTexts?: (text: string) => Iterable<Inner>;
  /** Finds credentials in command lines, columns, and tables. */
  readonly named?: (text: string) => Iterable<NamedValue>;
  /** Finds the data of Secrets as printed by Go. */
  readonly dataInGo?: (text: string) => Iterable<NamedValue>;
  /** Finds the credentials in a value of a Secret. */
  readonly partsOf?: (value: string) => Iterable<string>;
  /** Finds known values that are escaped, written as numbers, or encoded. */
  readonly hiddenIn?: (text: string, known: KnownValues) => Iterable<Stretch>;
}

export const noParsers: Parsers = { gunzip: () => undefined, formats: () => [] };

export interface Detection {
  readonly stretches: readonly Stretch[];
  /** Credentials to search for in other texts. */
  readonly values: ReadonlySet<string>;
  /** Credentials from unstructured text, to search for in other texts. Their number isn't limited. */
  readonly looseValues: ReadonlySet<string>;
  /** True if the text declares a Secret but can't be parsed. */
  readonly isUnreadable: boolean;
}

export interface TextKind {
  readonly isYaml: boolean;
  /** True if the file contains Secrets, even if its objects don't have that kind. */
  readonly isOfSecrets: boolean;
}

/**
 * Every name of a credential and every Secret contains one of these words, unless escapes hide it. The option `-p` is
 * included only as an item of a list.
 */
const speaks =
  /secret|token|pass|pwd|cred|key|auth|psk|cookie|connection|netrc|dockerc|stringdata|\/data|curl|wget|login|proxy|mysql|redis|ldap|pw\b|[_.-]pat\b|saml|snmp|smbclient|ipmi|openssl|zip|net use|identified|assertion|license|etcdctl|"kty|--user|securestring|command=|["']-p\\{0,7}["']|- -p\s|\\[xuU]|BEGIN/i;

/** Maximum depth of embedded texts. */
const deepest = 4;

export function detect(text: string, kind: TextKind, parsers: Parsers): Detection {
  return new Detector(parsers, { left: text.length * 8 + 1_000_000 }, 0).run(text, kind);
}

class Detector {
  readonly #parsers: Parsers;
  /** Remaining number of characters of embedded texts to analyze. */
  readonly #budget: { left: number };
  readonly #depth: number;
  readonly #stretches: Stretch[] = [];
  readonly #values = new Set<string>();
  readonly #looseValues = new Set<string>();

  constructor(parsers: Parsers, budget: { left: number }, depth: number) {
    this.#parsers = parsers;
    this.#budget = budget;
    this.#depth = depth;
  }

  /**
   * Analyzes a text.
   * @param isSeen whether the search of the outer text already covers the formats in this text
   */
  run(text: string, kind: TextKind, isSeen = false): Detection {
    if (!kind.isOfSecrets && !speaks.test(text)) return this.#runInner(text, isSeen);
    const documents = kind.isYaml ? this.#parsers.readYaml?.(text) : undefined;
    for (const document of documents ?? []) this.#document(text, document, kind.isOfSecrets);
    if (documents === undefined) this.#jsonIn(text, kind.isOfSecrets);
    for (const { key, from, to, value } of [...namedIn(text), ...(this.#parsers.named?.(text) ?? [])]) {
      this.#stretches.push({ from, to });
      if (isDistinctive(value)) this.#keep(key, value, false, this.#looseValues);
    }
    for (const { key, from, to, value } of this.#parsers.dataInGo?.(text) ?? []) {
      this.#stretches.push({ from, to });
      this.#keep(key, value, true);
    }
    if (!isSeen)
      for (const stretch of [...formatsIn(text), ...this.#parsers.formats(text)]) this.#format(text, stretch);
    for (const inner of [
      ...innerTexts(text, this.#parsers.gunzip, kind.isYaml),
      ...(this.#parsers.innerTexts?.(text) ?? []),
    ]) {
      // The YAML parser has already interpreted a character at the start of a line.
      if (documents === undefined || inner.placeOf === undefined)
        this.#inner(text, inner, inner.text, { isSeen: !inner.isEncoded, isOfSecrets: kind.isOfSecrets });
    }
    return {
      stretches: this.#stretches,
      values: this.#values,
      looseValues: this.#looseValues,
      isUnreadable:
        kind.isYaml && this.#parsers.readYaml !== undefined && documents === undefined && announcesSecret(text),
    };
  }

  /**
   * Analyzes a text without credential words. It can still contain a credential that is recognizable by its format or
   * that is encoded.
   */
  #runInner(text: string, isSeen: boolean): Detection {
    if (!isSeen)
      for (const stretch of [...formatsIn(text), ...this.#parsers.formats(text)]) this.#format(text, stretch);
    for (const inner of innerTexts(text, this.#parsers.gunzip, true))
      this.#inner(text, inner, inner.text, { isSeen: !inner.isEncoded, isOfSecrets: false });
    return { stretches: this.#stretches, values: this.#values, looseValues: this.#looseValues, isUnreadable: false };
  }

  /**
   * Finds JSON objects and arrays at any position. Limits failed attempts, because the time of each is proportional to
   * its length.
   */
  #jsonIn(text: string, isOfSecrets: boolean): void {
    let budget = text.length * 4;
    const begins = /[{[]/g;
    for (let found = begins.exec(text); found !== null && budget > 0; found = begins.exec(text)) {
      const follows = /\S/.exec(text.slice(found.index + 1, found.index + 200))?.[0];
      if (follows !== '"' && follows !== '{' && follows !== '[') continue;
      const node = readJson(text, found.index);
      // The length of the failed attempt is unknown, but most attempts fail early.
      budget -= node === undefined ? 500 : 1;
      if (node === undefined) continue;
      this.#document(text, node, isOfSecrets);
      begins.lastIndex = node.to;
    }
  }

  #document(text: string, root: Node, isOfSecrets: boolean): void {
    for (const { node, key, isData, isCredential, isAboutSecret } of scalarsIn(root, isOfSecrets)) {
      const source = text.slice(node.from, node.to);
      if (isCredential) {
        this.#stretches.push(contentOf(source, node));
        this.#keep(key, node.text, isData);
      } else if (mayHoldText.test(node.text))
        this.#inner(text, node, node.text, { isSeen: source.includes(node.text), isOfSecrets: isAboutSecret });
    }
  }

  #format(text: string, stretch: Stretch): void {
    this.#stretches.push(stretch);
    this.#keep('token', text.slice(stretch.from, stretch.to), false, this.#looseValues);
  }

  /** Analyzes an embedded text. */
  #inner(
    text: string,
    at: Stretch & Pick<Inner, 'placeOf'>,
    inner: string,
    { isSeen, isOfSecrets }: { readonly isSeen: boolean; readonly isOfSecrets: boolean },
  ): void {
    if (this.#depth >= deepest || inner.length < 6) return;
    this.#budget.left -= inner.length;
    if (this.#budget.left < 0) {
      // No real file contains this much nested text, so hide the text without analyzing it.
      this.#stretches.push(at);
      return;
    }
    const found = new Detector(this.#parsers, this.#budget, this.#depth + 1).run(
      inner,
      { isYaml: mayBeYaml(inner), isOfSecrets },
      isSeen,
    );
    this.#learn(found);
    if (found.isUnreadable) this.#stretches.push(at);
    else if (at.placeOf !== undefined)
      for (const { from, to } of found.stretches)
        this.#stretches.push({ from: at.placeOf(from), to: at.placeOf(to - 1) + 1 });
    else if (found.stretches.length > 0) this.#stretches.push(...placesOf(found.stretches, inner, text, at));
  }

  /** Stores a value, its decoded form, and its lines, to search for them in other texts. */
  #keep(key: string, written: string, isData: boolean, values = this.#values): void {
    const value = written.trim();
    const decoded =
      isData && /^[\w+/-]+={0,2}$/.test(value.replaceAll(/\s/g, ''))
        ? textOfBase64(value, this.#parsers.gunzip)
        : undefined;
    for (const one of decoded === undefined ? [value] : [value, decoded]) {
      if (isSearchable(key, one, isData)) values.add(one);
      if (one.includes('\n')) this.#keepLines(key, one, isData, values);
    }
    const rich = decoded ?? value;
    if (isData) for (const part of this.#parsers.partsOf?.(rich) ?? []) this.#values.add(part);
    if (this.#depth >= deepest || rich.length < 10 || !/[{\n=:]/.test(rich)) return;
    this.#budget.left -= rich.length;
    if (this.#budget.left < 0) return;
    const inside = new Detector(this.#parsers, this.#budget, this.#depth + 1).run(rich, {
      isYaml: mayBeYaml(rich),
      isOfSecrets: false,
    });
    this.#learn(inside);
  }

  #learn({ values, looseValues }: Detection): void {
    for (const value of values) this.#values.add(value);
    for (const value of looseValues) this.#looseValues.add(value);
  }

  #keepLines(key: string, value: string, isData: boolean, values: Set<string>): void {
    for (const line of value.split('\n', 2000)) {
      const [, pair = line.trim()] = /^\s*(?:export )?[\w. -]+?\s*[=:]\s*["']?(.+?)["']?\s*$/.exec(line) ?? [];
      if (!pair.startsWith('-----') && pair.length >= 8 && isSearchable(key, pair, isData)) values.add(pair);
    }
  }
}

/**
 * Converts ranges of an embedded text to ranges of the outer text. Returns the entire embedded text if a range has no
 * exact position.
 */
function placesOf(found: readonly Stretch[], inner: string, text: string, at: Stretch): readonly Stretch[] {
  const source = text.slice(at.from, at.to);
  const values = new Set(found.map(({ from, to }) => inner.slice(from, to)));
  if (values.size > 20) return [at];
  const places: Stretch[] = [];
  for (const value of values) {
    const here = value.length < 4 ? [] : placesOfForms([...formsOf(value), value], source);
    if (here.length === 0) return [at];
    places.push(...here.map(({ from, to }) => ({ from: at.from + from, to: at.from + to })));
  }
  return places;
}

function placesOfForms(forms: readonly string[], source: string): readonly Stretch[] {
  const places: Stretch[] = [];
  for (const form of forms) {
    for (
      let from = source.indexOf(form);
      from >= 0 && places.length < 1000;
      from = source.indexOf(form, from + form.length)
    )
      places.push({ from, to: from + form.length });
  }
  return places;
}

/** Returns the range of a scalar without its quotes or block header. */
function contentOf(source: string, { from, to }: RedactableScalar): Stretch {
  const first = source[0] ?? '';
  if ((first === '"' || first === "'") && source.length > 1 && source.endsWith(first))
    return { from: from + 1, to: to - 1 };
  const head = /^[|>][-+0-9]*[ \t]*(?:#[^\n]*)?\n/.exec(source)?.[0] ?? '';
  return { from: from + head.length, to };
}

/** Matches scalars that can contain text to analyze. Most scalars are words and numbers. */
const mayHoldText = /[{\\=%]|:\s|[\w+/-]{16}|\n/;

function mayBeYaml(text: string): boolean {
  if (announcesSecret(text)) return true;
  return text.includes('\n') && /(?:^|\n)[ \t]*(?:- |\? )?["']?[\w./-]+["']?[ \t]*:(?:\s|$)/.test(text);
}
