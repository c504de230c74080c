/**
 * Explains the row titles of the status table in the documentation, in all languages in which the table is published.
 * The French, Spanish, and Italian pages print the English table. Sources: OSC 1.5 §2.4, OSC 1.12 §8.1; the published
 * pages of appendix A in Korean, in Simplified Chinese (1.6, 1.8), and in Japanese (1.7, 1.10).
 */
import * as l10n from '@vscode/l10n';
import { statusMessages as docs } from '../../product/docSections.ts';
import type { Explanation, Health } from '../../status/explanation.ts';
import type { Message } from '../../text/message.ts';

interface StatusRow {
  readonly titles: readonly string[];
  readonly health: Health;
  readonly headline: Message;
  readonly meaning: Message;
}

/** The rows in the order in which a cluster reports them. */
const rows: readonly StatusRow[] = [
  {
    titles: ['Initial installation', '초기 설치', '初始安装'],
    health: 'busy',
    headline: () => l10n.t`Initial installation`,
    meaning: () =>
      l10n.t`A KataConfig was created. The operator is preparing the installation and hasn't counted the nodes yet. This takes a few seconds.`,
  },
  {
    titles: ['Installing', '설치', '安装', 'インストール'],
    health: 'busy',
    headline: () => l10n.t`Installing`,
    meaning: () => l10n.t`The operator has counted the nodes. All nodes are waiting for the installation.`,
  },
  {
    titles: [
      'Installing (Worker-1 installation starting)',
      '설치 (Worker-1 설치 시작)',
      '安装 (Worker-1 安装开始)',
      'Installing (Worker-1 インストール開始)',
    ],
    health: 'busy',
    headline: () => l10n.t`Installing, first node started`,
    meaning: () =>
      l10n.t`The first node is being updated. The other nodes are waiting because only one node can be unavailable at a time.`,
  },
  {
    titles: [
      'Installing (Worker-1 installed, worker-0 installation started)',
      '설치 (Worker-1 설치, worker-0 설치 시작)',
      '安装 (安装了Worker-1，worker-0 安装已启动)',
      'Installing (Worker-1 がインストールされ、Worker-0 のインストールが開始されました)',
    ],
    health: 'busy',
    headline: () => l10n.t`Installing, first node done`,
    meaning: () =>
      l10n.t`The first node is ready, and the next node is being updated. Pods can't use Kata until the runtime class exists.`,
  },
  {
    titles: ['Installed', '설치됨', '已安装'],
    health: 'ok',
    headline: () => l10n.t`Installed`,
    meaning: () => l10n.t`Kata is installed on all nodes, and no operation is in progress.`,
  },
  {
    titles: ['Initial uninstall', '초기 설치 제거', '初始卸载'],
    health: 'busy',
    headline: () => l10n.t`Initial uninstall`,
    meaning: () => l10n.t`The deletion of the KataConfig was requested. All nodes are waiting for the uninstall.`,
  },
  {
    titles: ['Uninstalling', '설치 제거', '卸装', 'アンインストール'],
    health: 'busy',
    headline: () => l10n.t`Uninstalling`,
    meaning: () => l10n.t`Kata is being uninstalled from the nodes, one node after another.`,
  },
];

/** Normalizes a title, so that spaces, case, and full-width forms don't matter. */
function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/gu, '').replaceAll('、', ',').toLowerCase();
}

const byTitle = new Map(rows.flatMap((row, index) => row.titles.map((title) => [plain(title), index] as const)));
const longestTitle = 100;

/** Returns the index of the row with this title. */
export function rowWithTitle(line: string): number | undefined {
  const text = line.trim().replace(/[:：]$/, '');
  return text === '' || text.length > longestTitle ? undefined : byTitle.get(plain(text));
}

/** Explains a row, with the rows before and after it. */
export function explainStatusRow(index: number): {
  readonly explanation: Explanation;
  readonly notes: readonly string[];
} {
  const row = rows[index];
  if (row === undefined) return { explanation: { health: 'unknown', headline: '', meaning: '', docs }, notes: [] };
  return {
    explanation: {
      health: row.health,
      headline: row.headline(),
      meaning: row.meaning(),
      next: nextOf(index),
      todo: l10n.t("Compare the row with your cluster's status: `oc get kataconfig -o yaml`."),
      docs,
    },
    notes: [rowNote(index)],
  };
}

/** Describes the position of a row in the table. */
export function rowNote(index: number): string {
  const [own, before, after] = [rows[index], rows[index - 1], rows[index + 1]].map((row) => row?.headline());
  const title = own ?? '';
  if (before === undefined) return l10n.t`Row "${title}" in the status table. Next row: "${after ?? ''}".`;
  if (after === undefined) return l10n.t`Row "${title}" in the status table. Previous row: "${before}".`;
  return l10n.t`Row "${title}" in the status table. Previous row: "${before}". Next row: "${after}".`;
}

function nextOf(index: number): string {
  if (index <= 3) return l10n.t`The nodes are drained, configured, and rebooted one after another.`;
  if (index === 4) return l10n.t`The state changes when nodes are added or removed, or when the KataConfig is deleted.`;
  return l10n.t`The nodes are drained one after another and reboot without Kata. Then the KataConfig is deleted.`;
}
