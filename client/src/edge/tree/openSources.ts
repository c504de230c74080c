/** Keeps the open sources of the edge hosting view: files, and data read from the service. Independent of VS Code. */
import type { EdgeNode } from '#core/edge/tree/edgeNode.ts';
import { edgeTree } from '#core/edge/tree/edgeTree.ts';
import type { EdgeSource } from '#core/edge/tree/readAnswers.ts';
import { pageSize } from '#client/tree/rows/pagedNodes.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { EdgeOrigin, EdgeState, OpenSource } from './openSource.ts';
import { sourceNode } from './sourceNode.ts';

export class OpenSources {
  readonly #changed: () => void;
  readonly #sources = new Map<string, OpenSource>();
  /** Previous states of the sources that are currently being read. */
  readonly #before = new Map<string, EdgeState>();
  readonly #shown = new Map<string, Map<string, number>>();

  /** @param changed called after each change of a source */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get all(): readonly OpenSource[] {
    return [...this.#sources.values()];
  }

  get(name: string): OpenSource | undefined {
    return this.#sources.get(name);
  }

  /**
   * Marks a source as being read. An origin that is already open keeps its row.
   * @param title display name of a new source
   */
  begin(title: string, origin: EdgeOrigin): OpenSource {
    const same = this.all.find((one) => JSON.stringify(one.origin) === JSON.stringify(origin));
    if (same !== undefined && same.state.kind !== 'reading') this.#before.set(same.name, same.state);
    return this.#put({ name: same?.name ?? this.#nameFor(title), origin, state: { kind: 'reading' } });
  }

  /**
   * Stores the result of reading.
   * @param answers responses that were read
   * @param problems read failures, as sentences
   * @param notes sentences about the reading that aren't failures
   */
  finish(
    name: string,
    answers: readonly EdgeSource[],
    problems: readonly string[],
    notes: readonly string[] = [],
  ): void {
    this.#before.delete(name);
    this.#turn(name, { kind: 'open', tree: edgeTree(answers), problems, notes });
  }

  /**
   * Marks reading as failed or canceled.
   * @param problem message; if undefined, the user canceled, and the source returns to its previous state or is closed
   */
  fail(name: string, problem?: string): void {
    const before = this.#before.get(name);
    this.#before.delete(name);
    if (problem !== undefined) this.#turn(name, { kind: 'failed', problem });
    else if (before === undefined) this.close(name);
    else this.#turn(name, before);
  }

  close(name: string): void {
    this.#sources.delete(name);
    this.#before.delete(name);
    this.#shown.delete(name);
    this.#changed();
  }

  /** Shows the next page of a long group. */
  showMore(name: string, group: string): void {
    const shown = this.#shown.get(name) ?? new Map<string, number>();
    this.#shown.set(name, shown.set(group, (shown.get(group) ?? pageSize) + pageSize));
    this.#changed();
  }

  /**
   * Returns the root rows of the tree.
   * @param now milliseconds since 1970
   */
  roots(now: number): readonly TreeNode[] {
    return this.all.map((source) => sourceNode(source, this.#shown.get(source.name) ?? new Map(), now));
  }

  /**
   * Returns the resource of a row.
   * @param id row ID from `sourceNode`
   */
  find(name: string, id: string): EdgeNode | undefined {
    const state = this.#sources.get(name)?.state;
    const key = id.slice(name.length + 1);
    const search = (nodes: readonly EdgeNode[]): EdgeNode | undefined => {
      for (const node of nodes) {
        const found = node.key === key ? node : search(node.children);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    return state?.kind === 'open' ? search([...state.tree.clusters, ...state.tree.others]) : undefined;
  }

  #put(source: OpenSource): OpenSource {
    this.#sources.set(source.name, source);
    this.#changed();
    return source;
  }

  #turn(name: string, state: EdgeState): void {
    const source = this.#sources.get(name);
    // The user might have closed the source meanwhile.
    if (source !== undefined) this.#put({ ...source, state });
  }

  #nameFor(title: string): string {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? title : `${title} (${number})`;
      if (!this.#sources.has(name)) return name;
    }
  }
}
