/** Parses the package and the imports, and determines which keywords they enable. */
import * as l10n from '@vscode/l10n';
import type { Span } from '#server/engine/text/span.ts';
import type { FutureKeyword, Import, Name, Package } from './ast.ts';
import { QueryParser } from './queries.ts';

const futureKeywords: readonly FutureKeyword[] = ['contains', 'every', 'if', 'in'];
const roots = new Set(['data', 'future', 'input', 'rego']);

export class ImportParser extends QueryParser {
  private readonly importedKeywords = new Set<string>();
  private readonly aliases = new Set<string>();
  private readonly paths = new Set<string>();

  /** Enables all keywords, as in v1. */
  protected demandV1(): void {
    this.demandsV1 = true;
    for (const word of futureKeywords) this.keywords.add(word);
  }

  protected packageLine(): Package | undefined {
    if (!this.is('package')) {
      this.report(this.token, l10n.t('A policy must start with `package agent_policy`.'));
      return undefined;
    }
    const { start } = this.advance();
    const path = this.path();
    return { start, end: this.readEnd, path };
  }

  protected importLine(): Import {
    const word = this.advance();
    const path = this.path();
    const pathSpan = { start: word.start, end: this.readEnd };
    const brings = this.checkPath(path, pathSpan);
    let alias: Name | undefined;
    if (this.is('as')) {
      if (brings) this.report(this.token, l10n.t`Keyword imports can't be renamed.`);
      this.advance();
      const { start, end, name } = this.name();
      alias = { start, end, text: name };
      if (name === '_') this.report(alias, l10n.t("`{0}` isn't a valid name.", name));
    }
    if (path.length > 0 && !(path[0]?.text === 'future' && path[1]?.text === 'keywords'))
      this.noteName(path, alias, brings, word);
    return { start: word.start, end: this.readEnd, path, alias };
  }

  /** Parses a path such as `a.b["c"]`. Keywords are allowed after a dot. */
  private path(): Name[] {
    const { start, end, text } = this.token;
    const nextRule = this.token.first && this.token.column <= this.brackets.column && !roots.has(text);
    if (!this.isVariable || nextRule) {
      this.expected(l10n.t('a path such as `{0}`', 'data.x'));
      return [];
    }
    this.advance();
    const names: Name[] = [{ start, end, text }];
    while (this.isSign('.') || this.isSign('[')) {
      if (this.token.start !== this.readEnd) {
        if (this.token.first) break;
        this.report(this.token, l10n.t`Remove the space before \`${this.token.text}\`.`);
      }
      const { key } = this.refPart(() => this.operand());
      if (key.kind === 'scalar' && typeof key.value === 'string' && !key.raw)
        names.push({ start: key.start, end: key.end, text: key.value });
      else if (key.kind !== 'broken') this.report(key, l10n.t`Expected ${l10n.t`a string`}.`);
    }
    return names;
  }

  /** Returns whether the path enables keywords. If so, enables them. */
  private checkPath(path: readonly Name[], span: Span): boolean {
    const [root, second, third, fourth] = path;
    if (root === undefined) return false;
    if (!roots.has(root.text))
      this.report(root, l10n.t('An import path must start with `data`, `input`, `future`, or `rego`.'));
    if (root.text === 'rego' && second?.text === 'v1' && third === undefined) {
      this.demandV1();
      this.bring(futureKeywords, span);
      return true;
    }
    if (root.text !== 'future') return false;
    if (second?.text !== 'keywords') this.report(root, l10n.t('Only `future.keywords` can be imported from `future`.'));
    else if (fourth !== undefined)
      this.report(fourth, l10n.t`Unexpected name after the keyword. The import must end with the keyword.`);
    else if (third === undefined) this.bring(futureKeywords, second);
    else this.bring([third.text], third);
    return true;
  }

  private bring(words: readonly string[], span: Span): void {
    const twice = this.demandsV1 ? words.find((word) => this.importedKeywords.has(word)) : undefined;
    if (twice !== undefined)
      this.report(
        span,
        l10n.t('`{0}` is imported twice, and the engine rejects the policy. Remove one of the imports.', twice),
        'import shadows',
      );
    for (const word of words) {
      this.importedKeywords.add(word);
      const known = futureKeywords.find((keyword) => keyword === word);
      if (known !== undefined) this.keywords.add(known);
      if (word === 'every' && !this.demandsV1) {
        this.keywords.add('in');
        this.importedKeywords.add('in');
      }
    }
  }

  private noteName(path: readonly Name[], alias: Name | undefined, brings: boolean, word: Span): void {
    const [names, name] =
      alias === undefined ? [this.paths, JSON.stringify(path.map(({ text }) => text))] : [this.aliases, alias.text];
    if (name !== '' && names.has(name) && !brings)
      this.report(
        word,
        l10n.t(
          '`{0}` is imported twice, and the engine rejects the policy. Remove one of the imports.',
          alias?.text ?? path.map(({ text }) => text).join('.'),
        ),
        'import shadows',
      );
    names.add(name);
  }
}
