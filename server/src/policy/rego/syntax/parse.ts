/** Parses Rego in the same way as the guest's engine (regorus), but continues after errors. */
import * as l10n from '@vscode/l10n';
import type { Dialect } from '#core/agent/policyEngines.ts';
import type { Module, RegoProblem, Query } from './ast.ts';
import { pairBrackets } from './brackets.ts';
import { tokenize, type TokenizeResult } from './lexer.ts';
import { RuleParser } from './rules.ts';
import { maxProblems } from './tokenCursor.ts';
import { bytes } from '#platform/bytes.ts';

/** Limits of the engine in v1 guests. */
const maxBytes = 16 * 1024 * 1024;
const maxLineBytes = 64 * 1024;
const maxLines = 200_000;

export interface ParsedQuery {
  readonly query: Query;
  readonly problems: readonly RegoProblem[];
}

/** Returns the message for a policy that exceeds the limits of a guest with Kata 3.30 or later. */
export function tooLargeMessage(): string {
  return l10n.t`A policy can't be larger than 16 MiB or have more than 200,000 lines, and a line can't be longer than 64 KiB.`;
}

/**
 * Parses a module. Never throws and always returns a tree. The problems are the reasons why the engine would reject the
 * module.
 */
export function parseRego(text: string, dialect: Dialect): Module {
  if (text.length > maxBytes) {
    const message = tooLargeMessage();
    const problems: RegoProblem[] = [{ code: 'too large', message, start: 0, end: Math.max(0, text.indexOf('\n')) }];
    return {
      start: 0,
      end: text.length,
      dialect,
      package: undefined,
      imports: [],
      rules: [],
      comments: [],
      keywords: new Set(),
      problems,
    };
  }
  return new Parser(text, tokenize(text), dialect).read(text);
}

/** Parses a separate query, such as `data.agent_policy.ExecProcessRequest`. */
export function parseQuery(text: string, dialect: Dialect): ParsedQuery {
  return new Parser(text, tokenize(text.slice(0, maxBytes)), dialect).readQuery();
}

class Parser extends RuleParser {
  private readonly dialect: Dialect;
  private readonly comments: TokenizeResult['comments'];
  private readonly cutAt: number | undefined;
  private readonly invalidSpaces: TokenizeResult['invalidSpaces'];

  constructor(text: string, { tokens, comments, cutAt, invalidSpaces }: TokenizeResult, dialect: Dialect) {
    const end = {
      kind: 'end',
      text: '',
      start: text.length,
      end: text.length,
      line: 0,
      column: 0,
      first: false,
      fault: undefined,
      value: undefined,
    } as const;
    super(tokens, pairBrackets(tokens), tokens.at(-1) ?? end);
    this.dialect = dialect;
    this.comments = comments;
    this.cutAt = cutAt;
    this.invalidSpaces = invalidSpaces;
    if (dialect === 'v1') this.demandV1();
  }

  read(text: string): Module {
    const parts = this.module();
    if (this.dialect === 'v1') this.checkLines(text);
    return {
      start: 0,
      end: text.length,
      dialect: this.dialect,
      ...parts,
      comments: this.comments,
      keywords: this.keywords,
      problems: this.sorted(),
    };
  }

  readQuery(): ParsedQuery {
    const query = this.statements();
    return { query, problems: this.sorted() };
  }

  private sorted(): readonly RegoProblem[] {
    const { cutAt } = this;
    const cut: RegoProblem[] =
      cutAt === undefined
        ? []
        : [
            {
              code: 'syntax',
              message: l10n.t`The guest ignores everything after this NUL character. Delete the character.`,
              start: cutAt,
              end: cutAt + 1,
            },
          ];
    const spaces = this.invalidSpaces.slice(0, maxProblems).map((space): RegoProblem => ({ code: 'syntax', ...space }));
    return [...cut, ...spaces, ...this.problems].toSorted(
      (one, other) => one.start - other.start || one.end - other.end,
    );
  }

  private checkLines(text: string): void {
    let start = 0;
    for (let line = 0; start <= text.length; line += 1) {
      const next = text.indexOf('\n', start);
      const end = next === -1 ? text.length : next;
      if (line === maxLines) {
        this.reportOnce('too large', { start, end }, tooLargeMessage());
        return;
      }
      if (end - start > maxLineBytes / 3 && bytes.utf8Length(text.slice(start, end)) > maxLineBytes) {
        this.reportOnce('too large', { start, end: start + 1 }, tooLargeMessage());
      }
      if (next === -1) return;
      start = next + 1;
    }
  }
}
