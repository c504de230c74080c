/**
 * Shows the comparison of a folder with a cluster in a view of its own. The view exists after the first comparison,
 * until the user closes it.
 */
import * as l10n from '@vscode/l10n';
import { commands, window, type Disposable, type TreeView } from 'vscode';
import { isJsonObject } from '#core/common/json.ts';
import { getObjectPath } from '#core/cluster/objects/objectReference.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import { folderViewId } from '#client/commands/menuPlaces.ts';
import { realClock } from '#client/kubernetes/clock.ts';
import { ClusterTree } from '#client/tree/clusterTree.ts';
import type { TreeElement } from '#client/tree/treeElements.ts';
import type { ReadOnlyDocuments } from '#client/vscode/documents/readOnlyDocuments.ts';
import { renderComparison } from '../apply/comparison.ts';
import type { ComparedObject } from './compareObjects.ts';
import type { FolderComparison } from './comparedFolder.ts';
import { createFolderRows, rowIdOf } from './folderRows.ts';
import { hideSecretValues } from './secretValues.ts';

/** Maximum number of objects in the editor with all differences. */
const mostObjects = 200;
/** Maximum number of unreadable files that the message of the view names. */
const mostNotes = 5;

export class FolderView implements Disposable {
  readonly #texts: Pick<ReadOnlyDocuments, 'compare' | 'compareAll'>;
  #comparison: FolderComparison | undefined;
  #tree: ClusterTree | undefined;
  #view: TreeView<TreeElement> | undefined;

  constructor(texts: Pick<ReadOnlyDocuments, 'compare' | 'compareAll'>) {
    this.#texts = texts;
  }

  /** The comparison in the view. Undefined if the view is closed. */
  get comparison(): FolderComparison | undefined {
    return this.#comparison;
  }

  /** Shows the view with a comparison, which replaces the previous one. */
  async show(comparison: FolderComparison): Promise<void> {
    this.#comparison = comparison;
    await commands.executeCommand('setContext', 'osc.folderCompared', true);
    this.#tree ??= new ClusterTree({
      model: () => createFolderRows(this.#comparison?.objects ?? []),
      demanded: () => undefined,
      clock: realClock,
    });
    this.#view ??= window.createTreeView(folderViewId, { treeDataProvider: this.#tree, showCollapseAll: true });
    const { name, cluster } = comparison;
    const notes = [...comparison.unread.slice(0, mostNotes), ...comparison.notes];
    this.#view.description = `${sanitizeLine(name)} ↔ ${cluster.context}`;
    // VS Code renders the message as text, so that links in it don't work.
    this.#view.message = notes.length === 0 ? '' : notes.join('\n');
    this.#tree.update();
    await commands.executeCommand(`${folderViewId}.focus`);
  }

  /** Closes the view. */
  async close(): Promise<void> {
    this.#comparison = undefined;
    this.#tree?.update();
    await commands.executeCommand('setContext', 'osc.folderCompared', false);
  }

  /**
   * Shows both states of an object in the diff editor.
   * @param given row, or its ID
   */
  async showObject(given: unknown): Promise<void> {
    const id = typeof given === 'string' ? given : this.#tree?.elementOf(given)?.node.view.id;
    const comparison = this.#comparison;
    const object = comparison?.objects.find((one) => rowIdOf(one) === id);
    if (comparison === undefined || object === undefined) return;
    const texts = await readTexts(comparison, object);
    if (texts === undefined) return;
    const { kind, name } = object;
    const title = l10n.t`${`${kind} ${name}`}: ${comparison.cluster.context} ↔ file`;
    await this.#texts.compare(title, texts.before, texts.after, `${name}.yaml`);
  }

  /**
   * Shows the differences of all objects in one editor. Returns the number of objects in the editor, and of all objects
   * with differences.
   */
  async showDifferences(): Promise<{ readonly shown: number; readonly all: number }> {
    const comparison = this.#comparison;
    if (comparison === undefined) return { shown: 0, all: 0 };
    const { cluster, name, objects } = comparison;
    const shown = objects.filter(({ verdict }) => verdict !== 'same' && verdict !== 'notComparable');
    const pairs = [];
    for (const object of shown.slice(0, mostObjects)) {
      const texts = await readTexts(comparison, object);
      if (texts !== undefined) pairs.push({ ...texts, name: `${object.kind} ${object.name}.yaml` });
    }
    await this.#texts.compareAll(`${sanitizeLine(name)} ↔ ${cluster.context}`, pairs);
    return { shown: Math.min(shown.length, mostObjects), all: shown.length };
  }

  dispose(): void {
    this.#view?.dispose();
    this.#tree?.dispose();
  }
}

/** Returns both states of an object. Reads an object that only the cluster contains. */
async function readTexts(
  { cluster: { connection } }: FolderComparison,
  { verdict, reference, kind, texts }: ComparedObject,
): Promise<ComparedObject['texts']> {
  if (texts !== undefined || verdict !== 'onlyInCluster' || reference === undefined) return texts;
  const answer = await connection.ask(getObjectPath(reference));
  if (!answer.ok) throw new Error(sanitizeLine(answer.error.message));
  if (!isJsonObject(answer.value)) return undefined;
  const shown = kind === 'Secret' ? hideSecretValues(undefined, answer.value).after : answer.value;
  return { before: renderComparison(undefined, shown).after, after: '' };
}
