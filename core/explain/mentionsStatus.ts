/**
 * Checks quickly whether a file might contain a status of edge hosting or, in Markdown, of a KataConfig. The check runs
 * for every opened file and after every edit, so it doesn't load the status table. A test verifies that all words of
 * the table are included.
 */
import { mentionsDenial } from '../agent/denials/mentionsDenial.ts';

/** The languages, in addition to YAML, in which statuses are detected. */
export type StatusLanguage = 'json' | 'markdown';

/** Returns the language of a file by its name and the language ID of the editor. Returns undefined for other files. */
export function detectStatusLanguage(path: string, languageId: string): StatusLanguage | undefined {
  const name = path.toLowerCase();
  if (languageId === 'json') return 'json';
  if (languageId === 'markdown') return 'markdown';
  // The language that the editor detected takes precedence.
  if (languageId !== '' && languageId !== 'plaintext') return undefined;
  return name.endsWith('.json') ? 'json' : /\.(?:md|markdown)$/.test(name) ? 'markdown' : undefined;
}

/** Maximum number of characters that are checked. */
const longest = 500_000;

const phase = 'Creating|Running|Updating|Deleting|Stopped|Failed|Scaling|Starting|Stopping';
const telling = 'ResourceCleanupFailed|ClusterNotRunning|Initi(?:a)?lizeFailed|CreateError';
const condition = `${telling}|Progressing|Ok|Balance|Unknown|Unschedulable|NotReady|NameConflict|CrashLoopBackOff|ImagePullBackOff|Degraded|SchedulingFailed`;
/**
 * Matches a phase, a comma, an opening bracket, and a condition, such as `{Failed, [Balance`, or a phase near a
 * condition that occurs only in edge hosting. Full-width characters match too.
 */
const pair = new RegExp(
  `(?:${phase}|(?<!\\*)\\*(?!\\*))(?:[^\\w\\n,，、]{0,4}[,，、][^\\w\\n]{0,3}[[［【(（「『〔][^\\w\\n]{0,4}(?:${condition}|\\*)|[^\\w\\n]{1,12}(?:\\w{1,40}[^\\w\\n]{1,4}){0,4}(?:${telling}))`,
);

const phaseKey = /(?<![\w.-])Phase["']?[ \t]*:/;
const conditionsKey = /(?<![\w.-])Conditions(?:\.Type)?["']?[ \t]*:/;
const statusesKey = /(?<![\w.-])Statuses["']?[ \t]*:/;
const filterKey = /(?<![\w.-])Filter["']?[ \t]*:/;

/** Matches the node lists and condition of a KataConfig, and messages that contain kata. */
const kata =
  /\bkataNodes:|\btype: InProgress\b|nitial installation of kata|emoving kata(?:-remote)? from cluster|kata(?:-remote)?-enabled nodes|RuntimeClass found|to list kata pods/i;

/** Returns whether the text might contain a status and should be analyzed. */
export function mentionsStatus(text: string, language: StatusLanguage | 'yaml'): boolean {
  const own = text.slice(0, longest);
  if (pair.test(own)) return true;
  if (language === 'markdown') return kata.test(own) || mentionsDenial(own);
  return mentionsStatusFields(own) || mentionsFilter(own) || mentionsKataStatus(own);
}

/** Returns whether YAML or JSON might contain the status of a KataConfig. */
function mentionsKataStatus(text: string): boolean {
  return text.includes('KataConfig') && (text.includes('kataNodes') || text.includes('InProgress'));
}

/** Returns whether the text contains the names of the status fields. */
function mentionsStatusFields(text: string): boolean {
  return phaseKey.test(text) && conditionsKey.test(text);
}

/** Returns whether the text contains the names `Statuses` and `Filter`. */
export function mentionsFilter(text: string): boolean {
  return statusesKey.test(text) && filterKey.test(text);
}
