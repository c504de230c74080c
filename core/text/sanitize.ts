/**
 * The one sanitizer of untrusted text: names and messages of clusters, kubeconfigs, files, archives, and programs.
 * Code that shows such text uses the function of its sink.
 *
 * The contract of every function, for every text:
 *
 * - Control characters, bidirectional and other invisible characters, line and paragraph separators, and unpaired
 *   surrogates become visible escapes. They change neither the text around them nor a terminal, and two names that
 *   differ in them never look alike. Escapes are for readers: no one decodes them, except those of `sanitizeJson`.
 * - Line ends and tabs become spaces (a run of spaces becomes one space), become escapes, or stay, as the table shows.
 * - A text over the limit ends in an ellipsis. A cut never divides a surrogate pair, and a limit also bounds the work.
 *   Limits count the characters that the reader sees, without markup.
 * - Links, icons, and markup of the sink stay text. The only invisible character in a result is the zero width space
 *   that separates the brackets of a link or an icon. `sanitizeFileText` also keeps joiners and variation selectors.
 *
 * | function                | sink                        | line ends, tabs | escape           | limit | stays text   |
 * | ----------------------- | --------------------------- | --------------- | ---------------- | ----- | ------------ |
 * | `sanitizeLabel`         | label, title, tree row      | escapes         | `\u202e`         | none  |              |
 * | `sanitizeLines`         | text of a webview, tooltip  | stay            | `\u202e`         | none  |              |
 * | `sanitizeLine`          | part of a sentence, table   | spaces          | `\u202e`         | 300   |              |
 * | `sanitizeComment`       | comment in a script or YAML | spaces          | `\u202e`         | none  |              |
 * | `sanitizeQuote`         | source text in a finding    | spaces          | `\u202e`         | 60    |              |
 * | `sanitizeLiteral`       | path, argument to decide by | escapes         | `\u202e`         | none  |              |
 * | `sanitizePickText`      | VS Code list                | escapes         | `\u202e`         | none  | icons        |
 * | `sanitizeStatusText`    | VS Code status bar          | escapes         | `\u202e`         | none  | icons        |
 * | `sanitizeMessage`       | VS Code message, progress   | spaces          | `\u202e`         | 1,000 | links        |
 * | `sanitizePrompt`        | VS Code input box           | spaces          | `\u202e`         | 1,000 | links, icons |
 * | `sanitizeDetail`        | detail of a VS Code box     | line ends stay  | `\u202e`         | 4,000 | links        |
 * | `sanitizeTooltip`       | VS Code Markdown            | spaces          | `\u202e`         | none  | Markdown     |
 * | `sanitizeMarkdown`      | Markdown document           | spaces          | `\u202e`         | 1,000 | Markdown     |
 * | `sanitizeMarkdownCode`  | code in Markdown            | spaces          | `\u202e`         | 1,000 | Markdown     |
 * | `sanitizeTerminalLine`  | terminal, log of CI         | escapes         | `\n`, `\u202e`   | none  | CI commands  |
 * | `sanitizeTerminalLines` | terminal, log of CI         | stay            | `\u202e`         | none  | CI commands  |
 * | `sanitizeLogLine`       | row of a log                | tabs stay       | `\x1b`, `\u202e` | none  |              |
 * | `sanitizeFileText`      | text of a file              | stay            | `␛`, `<U+202E>`  | none  |              |
 * | `sanitizeJson`          | JSON                        | stay            | `\u202e`         | none  | CI commands  |
 *
 * YAML (escapeYaml.ts), shell words (shellText.ts), HTML, and PromQL are encoded, not sanitized: their readers decode
 * them to the same value.
 */

/**
 * Matches control, format, and default ignorable characters, line and paragraph separators, and unpaired surrogates.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Cs}]/u;
const everyInvisible = /* @__PURE__ */ matchInvisibleExcept('');
const everyInvisibleInLines = /* @__PURE__ */ matchInvisibleExcept('[\\n\\t]');
/**
 * Matches invisible characters in files. Excludes line ends, tabs, and joiners and variation selectors, because some
 * scripts need them to join and shape letters.
 */
const everyInvisibleInFiles = /* @__PURE__ */ matchInvisibleExcept(
  '\\r\\n|[\\n\\t\\u034f\\u200c\\u200d\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
);
/** Matches invisible, private, and unassigned characters, and all spaces except the normal one. */
const everyUnusual = /(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

function matchInvisibleExcept(kept: string): RegExp {
  return new RegExp(kept === '' ? invisible.source : `(?!${kept})${invisible.source}`, 'gu');
}

/** The rules for text in a sink. */
interface SinkRules {
  /** Matches each character that is escaped. */
  readonly escaped?: RegExp;
  readonly escape?: (character: string) => string;
  /** True if a run of spaces, tabs, and line ends becomes one space. */
  readonly joinsLines?: boolean;
  /** True if spaces at the start and end are removed. */
  readonly trims?: boolean;
  readonly maxLength?: number;
  readonly ellipsis?: string;
}

/** Sanitizes a text. All sink functions call this one. */
function sanitize(
  text: string,
  {
    escaped = everyInvisible,
    escape = escapeCharacter,
    joinsLines = false,
    trims = false,
    maxLength = Infinity,
    ellipsis = '…',
  }: SinkRules = {},
): string {
  // Limits the work. Four times the limit is enough even if most characters are spaces.
  const start = takeStart(text, maxLength * 4);
  const joined = joinsLines ? start.replaceAll(/[\t-\r\p{Zs}]+/gu, ' ') : start;
  const visible = joined.replaceAll(escaped, escape);
  const shown = trims ? visible.trim() : visible;
  return cutText(start.length < text.length ? `${shown}${ellipsis}` : shown, maxLength, ellipsis);
}

/** Returns `\u202e`, or `\u{e0041}` for five digits. */
function escapeCharacter(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
  return digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`;
}

/** Returns at most this number of UTF-16 code units from the start. Never divides a surrogate pair. */
function takeStart(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, Math.max(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length));
}

/**
 * Shortens a text that is too long. Never divides a surrogate pair.
 * @param maxLength maximum length of the result in UTF-16 code units, including the ellipsis
 */
export function cutText(text: string, maxLength: number, ellipsis = '…'): string {
  return text.length > maxLength ? `${takeStart(text, maxLength - ellipsis.length)}${ellipsis}` : text;
}

/** Returns whether a text contains a character that the functions of this module escape. Encoders use this function. */
export function hasInvisible(text: string): boolean {
  return invisible.test(text);
}

/** Replaces each invisible character, for example with an escape sequence that the reader of the text decodes. */
export function replaceInvisible(text: string, replacement: (character: string) => string): string {
  return text.replaceAll(everyInvisible, replacement);
}

/**
 * Sanitizes text for labels, titles, and rows. Keeps the spaces of every language, because labels also contain
 * translated text.
 */
export function sanitizeLabel(text: string): string {
  return sanitize(text);
}

/** Sanitizes a text with several lines. Keeps line breaks and tabs. */
export function sanitizeLines(text: string): string {
  return sanitize(text, { escaped: everyInvisibleInLines });
}

/** Sanitizes text for a part of a sentence, list, or table: one line of limited length. */
export function sanitizeLine(text: string, maxLength = 300): string {
  return sanitize(text, { joinsLines: true, trims: true, maxLength });
}

/** Sanitizes text for a line of a script, a report, or a YAML comment. Doesn't truncate. */
export function sanitizeComment(text: string): string {
  return sanitize(text, { joinsLines: true, trims: true });
}

/** Sanitizes a quote from the checked file in a finding. */
export function sanitizeQuote(text: string, maxLength = 60): string {
  return sanitize(text, { joinsLines: true, maxLength, ellipsis: '...' });
}

/**
 * Sanitizes a path, an argument, or a name that the reader relies on for a decision. Doesn't join spaces. Also escapes
 * spaces other than the normal one, and private and unassigned characters.
 */
export function sanitizeLiteral(text: string): string {
  return sanitize(text, { escaped: everyUnusual });
}

/** Sanitizes text for VS Code lists, in which `$(name)` is an icon. */
export function sanitizePickText(text: string): string {
  return escapeIcons(sanitizeLabel(text));
}

/** Sanitizes text for the VS Code status bar, in which `$(name)` is an icon. */
export function sanitizeStatusText(text: string): string {
  return sanitizeLabel(text).replaceAll('$(', '$\u200b(');
}

/** Sanitizes text for a VS Code message, in which `[words](command:...)` is a link. Returns one line without links. */
export function sanitizeMessage(text: string): string {
  return separateLinks(sanitize(text, { joinsLines: true, maxLength: 1000 }));
}

/** Sanitizes text for the prompt of a VS Code input box. Unlike in messages, `$(name)` is an icon there. */
export function sanitizePrompt(text: string): string {
  return escapeIcons(sanitizeMessage(text));
}

/**
 * Sanitizes text for the detail text of a VS Code dialog. Keeps line ends. The limit is high so that no consequence is
 * truncated.
 */
export function sanitizeDetail(text: string): string {
  const lines = takeStart(text, 16_000)
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\t\v\f\r]+/g, ' ');
  return separateLinks(sanitize(lines, { escaped: everyInvisibleInLines, maxLength: 4000 }));
}

/**
 * Inserts a character between the brackets, so that VS Code doesn't parse them as a link.
 * Source: VS Code, base/common/linkedText.ts.
 */
function separateLinks(text: string): string {
  return text.replaceAll('](', ']\u200b(');
}

/**
 * Adds a backslash, so that VS Code doesn't show `$(name)` as an icon.
 * Source: VS Code, base/browser/ui/iconLabel/iconLabels.ts.
 */
function escapeIcons(text: string): string {
  return text.replaceAll(/\$\((?=[a-z0-9-]+(?:~[a-z]+)?\))/gi, '\\$(');
}

/** Sanitizes text for Markdown that VS Code renders. `plainParagraphs` in the client removes the backslashes. */
export function sanitizeTooltip(text: string): string {
  return sanitize(text, { joinsLines: true }).replaceAll(/[\\`*_{}[\]()#+.!|<>~&$:@-]/g, '\\$&');
}

/**
 * Sanitizes text for Markdown documents, which any renderer can display. The text doesn't break its row or list and
 * isn't parsed as HTML or as a link, even if it's a plain URL.
 */
export function sanitizeMarkdown(text: string, maxLength = 1000): string {
  return sanitizeLine(text, maxLength)
    .replaceAll(/[\\|`*_[\]<>&#!~@$]/g, toEntity)
    .replaceAll(/:(?=\/\/)|(?<=www)\./gi, toEntity)
    .replace(/^[-+=]|(?<=^\d{1,9})[.)]/, toEntity);
}

function toEntity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** Sanitizes code in Markdown, whatever characters the text contains. */
export function sanitizeMarkdownCode(text: string, maxLength = 1000): string {
  const line = sanitizeLine(text, maxLength);
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

const terminalEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Matches the start of a command of GitHub Actions: `::name::` or `::name key=value::` at the start of a line.
 * Source: actions/runner@42fe3105 src/Runner.Common/ActionCommand.cs (TryParseV2).
 */
const lineCommand = /^([^\S\n]*):(?=:[\w-]+(?:| .*?)::)/gm;
/**
 * Matches the start of a command anywhere in a line: `##[name]` in GitHub Actions, `##vso[name]` in Azure Pipelines,
 * and `##teamcity[name]` in TeamCity. Sources: the same file (TryParse);
 * microsoft/azure-pipelines-agent@095e99bb src/Microsoft.VisualStudio.Services.Agent/Command.cs.
 */
const anyCommand = /#(?=#[a-z]*\[)/gi;

/** Escapes commands to CI systems, which read them from the output of a job. */
function escapeCommands(text: string): string {
  return text.replaceAll(lineCommand, '$1\\u003a').replaceAll(anyCommand, '\\u0023');
}

/** Sanitizes text for a line in a terminal or in the log of a CI job. */
export function sanitizeTerminalLine(text: string): string {
  return escapeCommands(
    sanitize(text, { escape: (character) => terminalEscapes[character] ?? escapeCharacter(character) }),
  );
}

/** Sanitizes text for a terminal or the log of a CI job. Keeps line ends and tabs. */
export function sanitizeTerminalLines(text: string): string {
  return escapeCommands(
    sanitize(text.replaceAll('\r\n', '\n'), {
      escaped: everyInvisibleInLines,
      escape: (character) => terminalEscapes[character] ?? escapeCharacter(character),
    }),
  );
}

/** Sanitizes text for a row of a log. Keeps tabs. */
export function sanitizeLogLine(text: string): string {
  return sanitize(text, { escape: escapeInLog });
}

function escapeInLog(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\t') return character;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : escapeCharacter(character);
}

/**
 * Sanitizes text for a document that shows the text of a file. Keeps line ends, tabs, and the characters that only join
 * or shape letters. The escapes contain no backslashes, because files contain backslash escapes.
 */
export function sanitizeFileText(text: string): string {
  return sanitize(text, { escaped: everyInvisibleInFiles, escape: toPicture });
}

/** Returns the Unicode picture of a control character, or an escape such as `<U+202E>` for any other character. */
function toPicture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '\u2421' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/**
 * Sanitizes JSON. The value stays the same.
 * @param json valid JSON
 */
export function sanitizeJson(json: string): string {
  // In valid JSON, each number sign is part of a string.
  return sanitize(json, { escaped: everyInvisibleInLines, escape: escapeInJson }).replaceAll(anyCommand, '\\u0023');
}

function escapeInJson(character: string): string {
  // Outside of strings, a carriage return is a space.
  if (character === '\r') return character;
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** Formats a value as sanitized JSON. */
export function formatSanitizedJson(value: unknown): string {
  return sanitizeJson(JSON.stringify(value, null, 2));
}
