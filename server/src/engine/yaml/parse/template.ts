/**
 * Makes Helm templates parseable. An action that provides a value becomes a word, and a line that consists only of
 * actions becomes empty. All positions stay the same.
 */
import { findFirstIndex } from '#core/common/binarySearch.ts';
import type { Span } from '../../text/span.ts';
import { scanTemplateActions, type TemplateAction } from './templateActions.ts';

/**
 * A part of a template that a condition or a loop controls. The range starts after the opening action. It ends before
 * the next `else` action or after the `end` action.
 */
export interface TemplateBranch extends Span {
  /** The branch that contains this one. */
  readonly parent: TemplateBranch | undefined;
  /** Identifies an `if` with all its `else` branches. Only one branch with the same value is rendered. */
  readonly choice: number;
  /** True for the part after `else`. */
  readonly isElse: boolean;
}

/** Text in which the actions are replaced. It has the length of the original text. */
export interface TemplateText {
  readonly text: string;
  /** The lines that consist only of actions, at least one of which writes text. They can contain any YAML. */
  readonly written: readonly Span[];
  /** True if other branches or written lines might add keys to any mapping. */
  readonly isPartial: boolean;
}

/** Maximum number of actions that start a branch. Templates with more aren't checked. */
export const maxBranches = 400;
/** Maximum length of all results that are checked for the branches of a template, in characters. */
const maxChecked = 2_000_000;
/** Number of results that are usually checked for one branch: with and without other branches. */
const resultsPerBranch = 2;

/** Matches statements, functions, and objects of Helm. Other templates with `{{ }}` usually contain only values. */
const helm =
  /\{\{-?[ \t]*(?:if|else|end|range|with|define|block|template|include|toYaml|tpl)\b|\{\{[^{}\r\n]{0,200}\.(?:Values|Release|Chart|Capabilities|Files)\b/;

/** Returns whether a text is part of a Helm template. */
export function isHelmTemplate(text: string): boolean {
  return text.includes('{{') && helm.test(text);
}

/** Reason why the actions of a text can't be replaced: an action without an end at an offset, or too many branches. */
type TemplateObstacle = { readonly reason: 'action'; readonly cause: number } | { readonly reason: 'branches' };

/** Returns why `Template.read` returns undefined for a text with actions. */
export function findTemplateObstacle(text: string): TemplateObstacle | undefined {
  const { actions, unclosed } = scanTemplateActions(text);
  if (unclosed !== undefined) return { reason: 'action', cause: unclosed };
  return actions.filter(startsBranch).length > maxBranches ? { reason: 'branches' } : undefined;
}

/** The actions and branches of a template. */
export class Template {
  readonly #text: string;
  readonly #actions: readonly TemplateAction[];
  readonly #isHelm: boolean;
  /** The branches that contain at least one line break, in the order of their ends. */
  readonly branches: readonly TemplateBranch[];
  /** The definitions (`{{ define }}`), which the result contains only where a template includes them. */
  readonly definitions: readonly Span[];
  /** True if a line consists only of actions. */
  readonly hasActionLines: boolean;
  readonly #masks: readonly Mask[];
  readonly #written: readonly Span[];

  /** Returns undefined if a text isn't a template, or if its actions can't be recognized. */
  static read(text: string): Template | undefined {
    if (!text.includes('{{')) return undefined;
    // YAML also treats a single CR as a line break.
    const lines = text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
    const { actions, unclosed } = scanTemplateActions(lines);
    if (unclosed !== undefined || actions.filter(startsBranch).length > maxBranches) return undefined;
    return new Template(lines, actions);
  }

  private constructor(text: string, actions: readonly TemplateAction[]) {
    this.#text = text;
    this.#actions = actions;
    this.#isHelm = isHelmTemplate(text);
    const { branches, definitions } = readBranches(text, actions);
    const { masks, written } = readMasks(text, actions);
    this.branches = branches;
    this.definitions = definitions;
    this.#masks = masks;
    this.#written = written;
    this.hasActionLines = masks.some(({ fill }) => fill === '\n');
  }

  /** The branches that are checked. The more text a template has, the fewer branches are checked. */
  get checkedBranches(): readonly TemplateBranch[] {
    const most = Math.floor(maxChecked / (this.#text.length * resultsPerBranch));
    return this.branches.slice(0, Math.max(1, most));
  }

  /** Returns whether an action is, at least partly, in a range. */
  hasActionIn(start: number, end: number): boolean {
    const next = findFirstIndex(this.#actions.length, (index) => (this.#actions[index]?.end ?? Infinity) > start);
    return (this.#actions[next]?.start ?? Infinity) < end;
  }

  /**
   * Returns whether an action might cause a parse problem. Considers actions from the previous line with content to the
   * end of the problem, and lines that consist only of actions up to the next line with content.
   * @param rendered the parsed text, without actions
   */
  mayCause({ code, start, end }: Span & { readonly code: string }, rendered: string): boolean {
    const content = start + Math.max(0, rendered.slice(start).search(/\S|$/));
    const before = rendered.slice(0, lineStart(rendered, content)).trimEnd();
    const first = rendered.search(/\S|$/);
    // A quotation mark or a bracket can be missing anywhere above.
    const from = lineStart(rendered, code === 'MISSING_CHAR' || before === '' ? first : before.length);
    const until = endOfLine(rendered, Math.max(end - 1, content));
    const next = until + rendered.slice(until).search(/\S|$/);
    return this.hasActionIn(from, until) || this.#written.some((span) => from <= span.start && span.start < next);
  }

  /** Returns the innermost branch at an offset. */
  branchAt(offset: number): TemplateBranch | undefined {
    return this.branches.find(({ start, end }) => start <= offset && offset < end);
  }

  /**
   * Returns the text with every first branch, such as `if` without `else`, except that it contains a certain branch.
   * @param only true to omit all branches that don't contain that branch
   * @param excluded other branches to omit
   */
  render(branch?: TemplateBranch, only = false, excluded: ReadonlySet<TemplateBranch> = new Set()): TemplateText {
    const chosen = new Map<number, TemplateBranch>();
    for (let at = branch; at !== undefined; at = at.parent) chosen.set(at.choice, at);
    const omitted = this.branches.filter((one) => {
      if (excluded.has(one)) return true;
      const choice = chosen.get(one.choice);
      return choice === undefined ? only || one.isElse : choice !== one;
    });
    const gaps = [...this.definitions, ...omitted].map((span): Mask => ({ ...span, fill: '\n' }));
    return {
      text: applyMasks(this.#text, [...this.#masks, ...gaps]),
      written: this.#written.filter(({ start }) => !gaps.some((gap) => gap.start <= start && start < gap.end)),
      isPartial: this.hasActionLines || this.#isHelm,
    };
  }
}

/** A range whose characters are replaced. Line breaks and other masked ranges stay. */
interface Mask extends Span {
  readonly fill: 'x' | ' ' | '\n';
}

function applyMasks(text: string, masks: readonly Mask[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, fill } of masks.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const from = Math.max(at, start);
    if (end <= from) continue;
    parts.push(text.slice(at, from), fillRange(text.slice(from, end), fill));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** Fills a range. An action that continues on the next line is replaced by a word on its first line only. */
function fillRange(range: string, fill: Mask['fill']): string {
  const line = range.search(/[\r\n]/);
  const first = line === -1 ? range.length : line;
  return fill.repeat(first) + range.slice(first).replace(/[^\r\n]/g, '\n');
}

function readBranches(
  text: string,
  actions: readonly TemplateAction[],
): { readonly branches: readonly TemplateBranch[]; readonly definitions: readonly Span[] } {
  const branches: TemplateBranch[] = [];
  const definitions: Span[] = [];
  const open: { readonly action: TemplateAction; readonly branch: OpenBranch }[] = [];
  const close = (end: number): OpenBranch | undefined => {
    const last = open.pop();
    if (last === undefined) return undefined;
    const { action, branch } = last;
    branch.end = end;
    if (action.role === 'define') definitions.push({ start: action.start, end });
    else if (text.slice(branch.start, end).includes('\n')) branches.push(branch);
    return branch;
  };
  for (const action of actions) {
    const { start, end, role } = action;
    if (role === 'end') close(end);
    if (!startsBranch(action)) continue;
    const isElse = role === 'else';
    const choice = (isElse ? close(start)?.choice : undefined) ?? start;
    open.push({ action, branch: { start: end, end: text.length, parent: open.at(-1)?.branch, choice, isElse } });
  }
  while (open.length > 0) close(text.length);
  return { branches, definitions };
}

function startsBranch({ role }: TemplateAction): boolean {
  return role === 'else' || role === 'open' || role === 'define';
}

interface OpenBranch extends Omit<TemplateBranch, 'end'> {
  end: number;
}

/** Determines the replacement of each action. Actions on the same lines are considered together. */
function readMasks(
  text: string,
  actions: readonly TemplateAction[],
): { readonly masks: readonly Mask[]; readonly written: readonly Span[] } {
  const masks: Mask[] = [];
  const written: Span[] = [];
  for (let at = 0; at < actions.length;) {
    const [group, start, end] = actionsOfLine(text, actions, at);
    at += group.length;
    const behindLast = group.at(-1)?.end ?? start;
    let rest = start;
    const isAlone = group.every((action) => {
      const between = text.slice(rest, action.start);
      rest = action.end;
      return between.trim() === '';
    });
    if (isAlone && text.slice(behindLast, end).trim() === '') {
      masks.push({ start, end, fill: '\n' });
      if (group.some(({ role }) => role === 'output')) written.push({ start, end });
      continue;
    }
    const [first] = group;
    if (first !== undefined && isIndented(text.slice(start, first.start), text.slice(first.start, behindLast))) {
      masks.push({ start: first.start, end: behindLast, fill: ' ' });
      written.push({ start: first.start, end: behindLast });
      continue;
    }
    // After the last value of a line, an action without output leaves nothing.
    const lastOutput = group.findLastIndex(
      ({ role, end: from }, index) =>
        role === 'output' || text.slice(from, group[index + 1]?.start ?? end).trim() !== '',
    );
    for (const [index, { start: from, end: to }] of group.entries())
      masks.push({ start: from, end: to, fill: index <= lastOutput ? 'x' : ' ' });
  }
  return { masks, written };
}

/** Maximum number of characters to search before the actions, and in them. */
const maxIndented = 500;

/** Returns whether the actions after a key or a dash write more lines, such as `{{- toYaml . | nindent 4 }}`. */
function isIndented(before: string, actions: string): boolean {
  return /[:-][ \t]*$/.test(before.slice(-maxIndented)) && /\bn?indent\b/.test(actions.slice(0, maxIndented));
}

/**
 * Returns the actions on the line of an action, and the start and end of that line. If an action continues on another
 * line, that line and its actions are included.
 */
function actionsOfLine(
  text: string,
  actions: readonly TemplateAction[],
  first: number,
): [group: readonly TemplateAction[], start: number, end: number] {
  const begin = actions[first]?.start ?? 0;
  const start = lineStart(text, begin);
  let end = endOfLine(text, begin);
  let next = first;
  for (let action = actions[next]; action !== undefined && action.start < end; action = actions[next]) {
    if (action.end > end) end = endOfLine(text, action.end);
    next += 1;
  }
  return [actions.slice(first, next), start, end];
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}
