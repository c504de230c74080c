/** Creates the rows of the Folder Comparison view. Doesn't use VS Code. */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { verdicts, type Verdict } from '#core/operations/comparison/objectComparison.ts';
import { formatCount } from '#core/text/counts.ts';
import { sanitizeLabel, sanitizeLine, sanitizeTooltip } from '#core/text/sanitize.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { ComparedObject } from './compareObjects.ts';

/** Command that shows both states of an object. Its argument is the ID of the row. */
export const showObjectCommand = 'osc.folder.showObject';

const verdictNames: Readonly<Record<Verdict, () => string>> = {
  different: () => l10n.t`Different`,
  onlyInFolder: () => l10n.t`Only in the folder`,
  onlyInCluster: () => l10n.t`Only in the cluster`,
  notComparable: () => l10n.t`Not comparable`,
  same: () => l10n.t`No differences`,
};

const icons: Readonly<Record<Verdict, { readonly icon: string; readonly color?: string }>> = {
  different: { icon: 'diff-modified', color: 'gitDecoration.modifiedResourceForeground' },
  onlyInFolder: { icon: 'diff-added', color: 'gitDecoration.addedResourceForeground' },
  onlyInCluster: { icon: 'diff-removed', color: 'gitDecoration.deletedResourceForeground' },
  notComparable: { icon: 'warning', color: 'problemsWarningIcon.foreground' },
  same: { icon: 'pass' },
};

/** Returns the ID of the row of an object. It's unique in a comparison. */
export function rowIdOf({ verdict, apiVersion, kind, namespace = '', name }: ComparedObject): string {
  return ['object', verdict, apiVersion, kind, namespace, name].join('/');
}

/** Returns one group of rows for each verdict with objects. */
export function createFolderRows(objects: readonly ComparedObject[]): readonly TreeNode[] {
  return verdicts.flatMap((verdict) => {
    const members = objects.filter((object) => object.verdict === verdict);
    if (members.length === 0) return [];
    const [label, count] = [verdictNames[verdict](), formatCount(members.length, 'object')];
    return {
      view: {
        id: `group/${verdict}`,
        label,
        description: String(members.length),
        accessibility: `${label}, ${count}`,
        collapsible: verdict === 'same' ? 'collapsed' : 'expanded',
        ...icons[verdict],
      },
      children: () => members.map(createRow),
    };
  });
}

function createRow(object: ComparedObject): TreeNode {
  const { verdict, kind, name, namespace, file, reason, conflict } = object;
  const label = `${sanitizeLabel(kind)} ${sanitizeLabel(name)}`;
  const problem = reason ?? conflict;
  const join = (...parts: readonly (string | undefined)[]): string =>
    parts.flatMap((part) => (part === undefined ? [] : sanitizeLine(part))).join(' · ');
  const where = join(namespace, file);
  // A row without differences has nothing to show.
  const hasTexts = object.texts !== undefined || verdict === 'onlyInCluster';
  // The view is narrow. Its end is cut off, so the name of the file is first, and the tooltip has the folders.
  const description = problem === undefined ? join(file?.split(/[/\\]/).at(-1), namespace) : sanitizeLine(problem, 200);
  return {
    view: {
      id: rowIdOf(object),
      label,
      description,
      tooltip: joinParagraphs(
        `**${sanitizeTooltip(label)}**: ${verdictNames[verdict]()}`,
        problem === undefined ? undefined : sanitizeTooltip(problem),
        where === '' ? undefined : sanitizeTooltip(where),
      ),
      accessibility: [label, verdictNames[verdict](), description].filter((part) => part !== '').join(', '),
      collapsible: 'none',
      ...(conflict === undefined ? icons[verdict] : icons.notComparable),
      ...omitUndefined({
        contextValue: hasTexts ? 'osc-comparedObject' : undefined,
        command: hasTexts
          ? { id: showObjectCommand, title: l10n.t`Compare Object with Cluster`, arguments: [rowIdOf(object)] }
          : undefined,
      }),
    },
  };
}
