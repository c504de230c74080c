/**
 * Whether a file may hold a status of edge hosting, or, in Markdown, one of a KataConfig. Cheap, and without the table:
 * the editor asks it of every file that is opened, and after every edit. A test proves that no word of the table is
 * missing here.
 */

/** Files in which statuses are looked for, besides YAML. */
export type StatusLanguage = 'json' | 'markdown';

/** What a file is to us by its name and the editor's language for it; undefined for all others. */
export function detectStatusLanguage(path: string, languageId: string): StatusLanguage | undefined {
  const name = path.toLowerCase();
  if (languageId === 'json') return 'json';
  if (languageId === 'markdown') return 'markdown';
  // What the editor takes for something else is that.
  if (languageId !== '' && languageId !== 'plaintext') return undefined;
  return name.endsWith('.json') ? 'json' : name.endsWith('.md') ? 'markdown' : undefined;
}

/** Characters that are looked at. */
const longest = 500_000;

const phase = 'Creating|Running|Updating|Deleting|Stopped|Failed|Scaling|Starting|Stopping';
const telling = 'ResourceCleanupFailed|ClusterNotRunning|Initi(?:a)?lizeFailed|CreateError';
const condition = `${telling}|Progressing|Ok|Balance|Unknown|Unschedulable|NotReady|NameConflict|CrashLoopBackOff|ImagePullBackOff|Degraded|SchedulingFailed`;
/**
 * A comma and a bracket between: `{Failed, [Balance`; or one of the conditions that nobody else has. Full-width marks
 * count.
 */
const pair = new RegExp(
  `(?:${phase}|(?<!\\*)\\*(?!\\*))(?:[^\\w\\n,，、]{0,4}[,，、][^\\w\\n]{0,3}[[［【(（「『〔][^\\w\\n]{0,4}(?:${condition}|\\*)|[^\\w\\n]{1,12}(?:\\w{1,40}[^\\w\\n]{1,4}){0,4}(?:${telling}))`,
);

const phaseKey = /(?<![\w.-])Phase["']?[ \t]*:/;
const conditionsKey = /(?<![\w.-])Conditions(?:\.Type)?["']?[ \t]*:/;
const statusesKey = /(?<![\w.-])Statuses["']?[ \t]*:/;
const filterKey = /(?<![\w.-])Filter["']?[ \t]*:/;

/** Of a KataConfig: its lists of nodes, its condition, and the messages that name kata. */
const kata =
  /\bkataNodes:|\btype: InProgress\b|nitial installation of kata|emoving kata(?:-remote)? from cluster|kata(?:-remote)?-enabled nodes|RuntimeClass found|to list kata pods/i;

/** Whether it is worth a closer look. */
export function mentionsStatus(text: string, language: StatusLanguage | 'yaml'): boolean {
  const own = text.slice(0, longest);
  if (pair.test(own)) return true;
  return language === 'markdown' ? kata.test(own) : mentionsStatusFields(own) || mentionsFilter(own);
}

/** The fields of a status, by their names alone. */
function mentionsStatusFields(text: string): boolean {
  return phaseKey.test(text) && conditionsKey.test(text);
}

/** `Statuses` of a `Filter`, by their names alone. */
export function mentionsFilter(text: string): boolean {
  return statusesKey.test(text) && filterKey.test(text);
}
