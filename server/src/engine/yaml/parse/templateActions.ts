/**
 * Finds the actions (`{{ ... }}`) of a Helm template or of another template with this syntax. Source of the syntax:
 * golang/go text/template (package documentation, "Actions").
 */

/**
 * Effect of an action. `output` writes text. `open`, `else`, and `end` delimit a branch or a loop. `define` starts a
 * part that the result doesn't contain at this position. `silent` actions, such as comments, write nothing.
 */
type ActionRole = 'output' | 'open' | 'define' | 'else' | 'end' | 'silent';

/** An action with its range, including the braces. */
export interface TemplateAction {
  readonly start: number;
  readonly end: number;
  readonly role: ActionRole;
}

const opening = '{{';
const closing = '}}';
const roles: Readonly<Record<string, ActionRole>> = {
  if: 'open',
  with: 'open',
  range: 'open',
  // A block inserts its content at its own position.
  block: 'open',
  define: 'define',
  else: 'else',
  end: 'end',
  break: 'silent',
  continue: 'silent',
};
const firstWord = /[ \t\r\n]*(?:\/\*|[A-Za-z]+|\$\w*[ \t]*(?:,[ \t]*\$\w+[ \t]*)?:?=(?!=))/y;

/** Returns all actions of a text, in order. Returns undefined if an action has no end. Takes linear time. */
export function readTemplateActions(text: string): readonly TemplateAction[] | undefined {
  const { actions, unclosed } = scanTemplateActions(text);
  return unclosed === undefined ? actions : undefined;
}

/** The actions of a text up to the first one without an end. */
interface ScannedActions {
  readonly actions: readonly TemplateAction[];
  /** Offset of the action without an end. */
  readonly unclosed: number | undefined;
}

/** Returns the actions of a text, in order, and the offset of the first action without an end. Takes linear time. */
export function scanTemplateActions(text: string): ScannedActions {
  const actions: TemplateAction[] = [];
  for (let start = text.indexOf(opening); start !== -1;) {
    const inner = start + opening.length + (/^-\s/.test(text.slice(start + 2, start + 4)) ? 1 : 0);
    firstWord.lastIndex = inner;
    const word = firstWord.exec(text)?.[0].trim() ?? '';
    const close = word === '/*' ? endOfComment(text, inner) : endOfAction(text, inner);
    if (close === -1) return { actions, unclosed: start };
    actions.push({ start, end: close, role: roleOf(word) });
    start = text.indexOf(opening, close);
  }
  return { actions, unclosed: undefined };
}

function roleOf(word: string): ActionRole {
  if (word === '/*' || word.endsWith('=')) return 'silent';
  return Object.hasOwn(roles, word) ? (roles[word] ?? 'output') : 'output';
}

function endOfComment(text: string, start: number): number {
  return behind(text, closing, text.indexOf('*/', start));
}

/** Returns the end of an action. Braces in its strings don't end it. */
function endOfAction(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const char = text[at];
    if (char === '}' && text[at + 1] === '}') return at + closing.length;
    if (char === '"' || char === "'" || char === '`') {
      const end = endOfString(text, at, char);
      // The quotation mark isn't that of a string.
      if (end === -1) return behind(text, closing, at);
      at = end;
    } else at += 1;
  }
  return -1;
}

/** Maximum length of a string in an action. Without it, many strings without an end would take quadratic time. */
const maxString = 2000;

/** Returns the end of a string. Only raw strings (`) contain line breaks, and they have no escape sequences. */
function endOfString(text: string, start: number, quote: string): number {
  if (quote === '`') return behind(text, quote, start + 1);
  const limit = Math.min(text.length, start + maxString);
  for (let at = start + 1; at < limit; at += 1) {
    const char = text[at];
    if (char === quote) return at + 1;
    if (char === '\n') return -1;
    if (char === '\\') at += 1;
  }
  return -1;
}

function behind(text: string, sign: string, from: number): number {
  const at = from === -1 ? -1 : text.indexOf(sign, from);
  return at === -1 ? -1 : at + sign.length;
}
