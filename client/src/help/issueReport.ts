/** The text of a report: versions and what is in use, and nothing that tells of the user, of files or of clusters. */
import * as l10n from '@vscode/l10n';
import { findRelease } from '#core/product/releases.ts';

/**
 * What is known here. Everything is one of a few words, or a version; `undefined` and what is not of that form are left
 * out.
 */
export interface IssueReportInput {
  readonly extension: string;
  readonly vscode: string;
  /** `desktop` or `web`, as VS Code calls it; `codespaces` and others come as they are. */
  readonly host: string;
  /** `ssh-remote`, `wsl`, `dev-container`, ...: where the extension runs when that is not where the window is. */
  readonly remote: string | undefined;
  /** `linux x64` */
  readonly system: string;
  readonly node: string;
  /** `osc.release` as it is set; `` when it is not. */
  readonly release: string;
  /** Names of settings of ours that are set; never what they are set to. */
  readonly settings: readonly string[];
  /** Extensions that we live beside, and whether they are there. */
  readonly beside: Readonly<Record<string, boolean>>;
  readonly demoRuns: boolean;
  readonly trusted: boolean;
}

/** As names and versions are written. What has other characters, or is long, is not one: it could be anything. */
const word = /^[\w.+ -]{1,60}$/;
const setting = /^osc\.[a-zA-Z.]{1,40}$/;

/**
 * The report, as Markdown, with the questions that only the user can answer at its top. It is for our tracker, so that
 * it is in English; what is said to the user alone stands in comments, which no reader of an issue sees.
 */
export function reportText(facts: IssueReportInput): string {
  const besides = Object.entries(facts.beside).map(
    ([name, there]) => `${plain(name)} ${there ? 'is there' : 'is not there'}`,
  );
  const settings = facts.settings.filter((name) => setting.test(name)).toSorted();
  const lines: readonly (readonly [what: string, is: string])[] = [
    ['Extension', plain(facts.extension)],
    [
      'VS Code',
      `${plain(facts.vscode)}, ${plain(facts.host)}${facts.remote === undefined ? '' : `, ${plain(facts.remote)}`}`,
    ],
    ['System', plain(facts.system)],
    ['Node', plain(facts.node)],
    [
      'OSC release to check for',
      facts.release === '' ? 'not set' : (findRelease(facts.release)?.id ?? 'one that is not known'),
    ],
    ['Settings that are set', settings.length === 0 ? 'none' : settings.join(', ')],
    ['Beside it', besides.join(', ')],
    ['Demo cluster', facts.demoRuns ? 'runs' : 'does not run'],
    ['Workspace', facts.trusted ? 'trusted' : 'not trusted'],
  ];
  return `# What happened

<!-- ${l10n.t`What did you do, and what happened?`} -->

# What did you expect

# Versions

${lines.map(([what, is]) => `- ${what}: ${is}`).join('\n')}

<!-- ${l10n.t`Only the versions above were collected. Nothing has been sent. Don't add tokens. Add cluster names only if you want to share them.`} -->
`;
}

function plain(value: string): string {
  return word.test(value) ? value : 'not known';
}

/** Where issues are taken, as package.json says in `bugs`; undefined when it names no page with https. */
export function issuePage(bugs: unknown): string | undefined {
  return typeof bugs === 'string' && bugs.length < 200 && /^https:\/\/[\w.-]+(?:\/[\w./-]*)?$/.test(bugs)
    ? bugs
    : undefined;
}
