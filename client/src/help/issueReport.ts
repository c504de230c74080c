/**
 * Creates the text of an issue report. The report contains versions and settings in use, but no information about the
 * user, files, or clusters.
 */
import * as l10n from '@vscode/l10n';
import { findRelease } from '#core/product/releases.ts';

/**
 * Input of the issue report. Text values must be versions or short names. The report shows `unknown` instead of any
 * other text, because it could contain private data.
 */
export interface IssueReportInput {
  readonly extension: string;
  readonly vscode: string;
  /** `desktop` or `web`, as named by VS Code. Other hosts such as `codespaces` are passed unchanged. */
  readonly host: string;
  /**
   * Remote environment of the extension, such as `ssh-remote`, `wsl`, or `dev-container`. Undefined if the extension
   * runs on the same computer as the window.
   */
  readonly remote: string | undefined;
  /** Platform and architecture, such as `linux x64`. */
  readonly system: string;
  readonly node: string;
  /** Value of `osc.release`. Empty if it isn't set. */
  readonly release: string;
  /** Names of the extension's settings that are set. Never contains their values. */
  readonly settings: readonly string[];
  /** Related extensions, and whether each is installed. */
  readonly beside: Readonly<Record<string, boolean>>;
  readonly demoRuns: boolean;
  readonly trusted: boolean;
}

/**
 * Matches names and versions. Values that are long or contain other characters are rejected because they could be
 * anything.
 */
const word = /^[\w.+ -]{1,60}$/;
const setting = /^osc\.[a-zA-Z.]{1,40}$/;

/**
 * Returns the report as Markdown, with the questions that only the user can answer at the top. The report is in English
 * for the issue tracker. Instructions for the user are in comments, which aren't visible in the issue.
 */
export function reportText(facts: IssueReportInput): string {
  const besides = Object.entries(facts.beside).map(
    ([name, there]) => `${plain(name)} ${there ? 'installed' : 'not installed'}`,
  );
  const settings = facts.settings.filter((name) => setting.test(name)).toSorted();
  const lines: readonly (readonly [what: string, is: string])[] = [
    ['Extension', plain(facts.extension)],
    [
      'VS Code',
      `${plain(facts.vscode)}, ${plain(facts.host)}${facts.remote === undefined ? '' : `, ${plain(facts.remote)}`}`,
    ],
    ['System', plain(facts.system)],
    ['Node.js', plain(facts.node)],
    ['OSC release setting', facts.release === '' ? 'not set' : (findRelease(facts.release)?.id ?? 'unknown')],
    ['Configured settings', settings.length === 0 ? 'none' : settings.join(', ')],
    ['Other extensions', besides.join(', ')],
    ['Demo cluster', facts.demoRuns ? 'running' : 'not running'],
    ['Workspace', facts.trusted ? 'trusted' : 'not trusted'],
  ];
  return `# What happened

<!-- ${l10n.t`What did you do, and what happened?`} -->

# What you expected

# Versions

${lines.map(([what, is]) => `- ${what}: ${is}`).join('\n')}

<!-- ${l10n.t`Only the versions above were collected. Nothing has been sent. Don't add tokens. Add cluster names only if you want to share them.`} -->
`;
}

function plain(value: string): string {
  return word.test(value) ? value : 'unknown';
}

/** Returns the issue page from `bugs` in package.json, or undefined if it isn't an https URL. */
export function issuePage(bugs: unknown): string | undefined {
  return typeof bugs === 'string' && bugs.length < 200 && /^https:\/\/[\w.-]+(?:\/[\w./-]*)?$/.test(bugs)
    ? bugs
    : undefined;
}
