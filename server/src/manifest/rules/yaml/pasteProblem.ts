/** Detects problems that are typical of manifests copied from a web page, and creates their fixes. */
import * as l10n from '@vscode/l10n';
import type { KindKnowledge } from '#core/kinds/field.ts';
import { noBreakSpaces, type SyntaxProblem } from '#server/engine/yaml/parse/parse.ts';
import { applyEdits } from '#server/engine/findings/applyFixes.ts';
import { detectLineEnding, getLineStart } from '#server/engine/findings/edits.ts';
import type { Edit, Finding } from '#server/engine/findings/rule.ts';
import { withColons } from './colons.ts';
import { firstProblem, hasCallouts, maxLength, readsWithoutCallouts } from './pastedCallout.ts';
import { endsInBlock } from './textLines.ts';

/** A paste problem, with the corrected text. */
export interface Pasted {
  readonly finding: Finding;
  readonly fixed: string;
}

/** Maximum number of problems. If there are more, copying isn't the cause. */
const maxProblems = 500;

interface Found {
  /** Result that doesn't depend on the kind. */
  readonly anyway: Pasted | undefined;
  readonly kinds: Map<KindKnowledge | undefined, Pasted | undefined>;
}

const found = new WeakMap<readonly SyntaxProblem[], Found>();

/**
 * Returns the paste problem that makes a document invalid, if it is a known one. Cached, because two rules and the
 * detection of the kind use it.
 */
export function findPasteProblem(
  text: string,
  problems: readonly SyntaxProblem[],
  kind: KindKnowledge | undefined,
): Pasted | undefined {
  if (text.length > maxLength || problems.length === 0) return undefined;
  const known = found.get(problems) ?? {
    anyway:
      secondObjects(text, problems) ??
      (problems.length > maxProblems ? undefined : (noBreakSpacesIn(text, problems) ?? legend(text))),
    kinds: new Map(),
  };
  found.set(problems, known);
  if (known.anyway !== undefined || problems.length > maxProblems) return known.anyway;
  const pasted = known.kinds.has(kind)
    ? known.kinds.get(kind)
    : (whereParagraph(text, problems, kind) ?? (kind === undefined ? undefined : equalsSigns(text, kind)));
  known.kinds.set(kind, pasted);
  return pasted;
}

/** Finds two objects without `---` between them. */
function secondObjects(text: string, problems: readonly SyntaxProblem[]): Pasted | undefined {
  const repeated = problems.filter(({ code }) => code === 'SECOND_OBJECT');
  const [first] = repeated;
  if (first === undefined) return undefined;
  // Each object starts with the first key that the previous object already has.
  let seen = new Set<string>();
  const begins: SyntaxProblem[] = [];
  for (const problem of repeated.toSorted((a, b) => a.start - b.start)) {
    if (begins.length > 0 && !seen.has(problem.message)) seen.add(problem.message);
    else {
      begins.push(problem);
      seen = new Set([problem.message]);
    }
  }
  const edits = begins.map(({ start }): Edit => ({
    start: getLineStart(text, start),
    end: getLineStart(text, start),
    text: `---${detectLineEnding(text)}`,
  }));
  const fixed = applyEdits(text, edits);
  const isWhole = begins.every(({ start }) => getLineStart(text, start) === start);
  const parts = fixed.split(/^---[ \t]*$/m);
  const isRight = isWhole && parts.every((part) => !hasProblems(part));
  return {
    fixed,
    finding: {
      start: first.start,
      end: first.end,
      message: l10n.t`A second object starts here, but oc reads both as one object with duplicate keys. Add a line with --- between them.`,
      fixes: isRight ? [{ title: l10n.t`Add --- between the objects`, edits, sure: true }] : [],
    },
  };
}

const oddIndent = new RegExp(`(^|[\\r\\n])([ \\t]*[${noBreakSpaces}][ \\t${noBreakSpaces}]*)`, 'g');

/** Finds indentation with no-break spaces, which YAML treats as letters. */
function noBreakSpacesIn(text: string, problems: readonly SyntaxProblem[]): Pasted | undefined {
  const edits = [...text.matchAll(oddIndent)].map(({ index, 1: before = '', 2: blanks = '' }): Edit => {
    const start = index + before.length;
    return { start, end: start + blanks.length, text: blanks.replace(new RegExp(`[${noBreakSpaces}]`, 'g'), ' ') };
  });
  const [first] = edits;
  if (first === undefined) return undefined;
  const fixed = applyEdits(text, edits);
  const reads = firstProblem(fixed) === undefined;
  if (!reads && !problems.some(({ code }) => code === 'NO_BREAK_SPACE')) return undefined;
  return {
    fixed,
    finding: {
      start: first.start,
      end: first.end,
      message: l10n.t`This line is indented with no-break spaces, which YAML treats as part of the key. Use regular spaces.`,
      // In a block scalar, they might be intended.
      fixes: reads
        ? [{ title: l10n.t`Indent with regular spaces`, edits, sure: !/[|>][-+0-9]*[ \t]*\r?$/m.test(text) }]
        : [],
    },
  };
}

/** Matches a callout, alone on its line or with its explanation. */
const marker = /^[ \t]*(?:<\d{1,2}>|\(\d{1,2}\)|[\u2460-\u2473]|\d{1,2}\.?)(?:[ \t]+\p{L}.*)?[ \t]*$/u;
/** Matches a line of YAML, a comment, or a document marker, but not prose. */
const yamlLine = /^[ \t]*(?:#|- |-$|["']?[\w./-]+["']?[ \t]*:(?:[ \t]|$))|^(?:---|\.\.\.)/;
const maxLine = 2000;

/** Finds the callout legend, which the documentation prints below a manifest. */
function legend(text: string): Pasted | undefined {
  const lines = text.split(/(?<=\n)/);
  let start = text.length;
  for (const line of lines.toReversed()) {
    start -= line.length;
    const words = line.trimEnd();
    if (words.length > maxLine || (yamlLine.test(words) && !marker.test(words))) return undefined;
    // The legend starts with the number 1. An indented line might be part of an intended text.
    if (!marker.test(words) || !/^[<(]?(?:1(?!\d)|\u2460)/.test(words)) continue;
    // A single number might be a value, or the user might still be typing.
    if (!/\p{L}/u.test(text.slice(start))) return undefined;
    const before = text.slice(0, start).trimEnd();
    // After a block scalar, the text might belong to the scalar and have lost its indentation.
    if (before === '' || endsInBlock(before) || !readsWithoutCallouts(`${before}\n`)) return undefined;
    const isLegend = /^[<\u2460]/.test(words) || hasCallouts(before);
    const [newline = ''] = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(before.length)) ?? [];
    const edit = { start: before.length + newline.length, end: text.length, text: '' };
    return {
      fixed: applyEdits(text, [edit]),
      finding: {
        start,
        end: start + words.length,
        message: isLegend
          ? l10n.t`The text from here on is a callout legend copied from the documentation. Remove it.`
          : l10n.t`The text from here on isn't YAML. If it was copied with the manifest, remove it.`,
        fixes: [{ title: l10n.t`Remove the text`, edits: [edit], sure: isLegend }],
      },
    };
  }
  return undefined;
}

const where = /^[ \t]*where:[ \t]*\r?$/m;

/** Finds the paragraph that starts with `where:`, in which the documentation explains the fields of a manifest. */
function whereParagraph(
  text: string,
  [problem]: readonly SyntaxProblem[],
  kind: KindKnowledge | undefined,
): Pasted | undefined {
  const found = where.exec(text);
  if (found === null || problem === undefined || problem.start < found.index) return undefined;
  const before = text.slice(0, found.index).trimEnd();
  if (before === '' || endsInBlock(before) || !readsWithoutCallouts(`${before}\n`)) return undefined;
  if (kind !== undefined && hasKnownKeys(text.slice(found.index + found[0].length), kind)) return undefined;
  const [newline = ''] = /^[ \t]*(?:\r\n|\n|\r)/.exec(text.slice(before.length)) ?? [];
  const edit = { start: before.length + newline.length, end: text.length, text: '' };
  const start = found.index + found[0].search(/\S/);
  return {
    fixed: applyEdits(text, [edit]),
    finding: {
      start,
      end: start + 'where:'.length,
      message: l10n.t`The text from here on is a paragraph copied from the documentation. Remove it.`,
      fixes: [{ title: l10n.t`Remove the text`, edits: [edit], sure: true }],
    },
  };
}

const keyLine = /^[ \t]*(?:- )*["']?([A-Za-z][\w./-]*)["']?:(?=[ \t\r]|$)/gm;
/** Matches the name of a data key, such as `AMI_VERSION`. */
const dataKey = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

/** Returns whether lines set fields or data keys of a kind, so that they are part of the manifest. */
function hasKnownKeys(text: string, { fields }: KindKnowledge): boolean {
  const known = new Set(Object.keys(fields).map((path) => path.slice(path.lastIndexOf('.') + 1)));
  return [...text.matchAll(keyLine)].some(([, key = '']) => known.has(key) || dataKey.test(key));
}

/** Finds equals signs, as in `logLevel = debug`. */
function equalsSigns(text: string, kind: KindKnowledge): Pasted | undefined {
  const colons = withColons(text, kind);
  const [first] = colons?.edits ?? [];
  if (colons === undefined || first === undefined) return undefined;
  const { edits, fixed, sure } = colons;
  const start = /[ \t]*(.*)$/.exec(text.slice(getLineStart(text, first.start), first.start))?.[1] ?? '';
  return {
    fixed,
    finding: {
      start: first.start - start.length,
      end: first.end,
      message: l10n.t`Expected a colon instead of the equals sign. Write "${start}: " followed by the value.`,
      fixes: [{ title: l10n.t`Change to a colon`, edits, sure }],
    },
  };
}

function hasProblems(text: string): boolean {
  return firstProblem(text) !== undefined;
}
