/** What is open in the view of edge hosting: files, and what was read from the service. Without VS Code. */
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
  /** What stood where one is being read now. */
  readonly #before = new Map<string, EdgeState>();
  readonly #shown = new Map<string, Map<string, number>>();

  /** @param changed something of them did */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get all(): readonly OpenSource[] {
    return [...this.#sources.values()];
  }

  get(name: string): OpenSource | undefined {
    return this.#sources.get(name);
  }

  /** It is read from now on; the same origin has the same row. @param title what it is called */
  begin(title: string, origin: EdgeOrigin): OpenSource {
    const same = this.all.find((one) => JSON.stringify(one.origin) === JSON.stringify(origin));
    if (same !== undefined && same.state.kind !== 'reading') this.#before.set(same.name, same.state);
    return this.#put({ name: same?.name ?? this.#nameFor(title), origin, state: { kind: 'reading' } });
  }

  /** @param answers what was read @param problems what was not, in sentences */
  finish(name: string, answers: readonly EdgeSource[], problems: readonly string[]): void {
    this.#before.delete(name);
    this.#turn(name, { kind: 'open', tree: edgeTree(answers), problems });
  }

  /** @param problem in words; undefined: somebody gave up, and what was there before stands again, if anything */
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

  /** The roots of the tree. @param now milliseconds since 1970 */
  roots(now: number): readonly TreeNode[] {
    return this.all.map((source) => sourceNode(source, this.#shown.get(source.name) ?? new Map(), now));
  }

  /** The resource of a row. @param id as `sourceNode` gives it */
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
    // Somebody has closed it meanwhile.
    if (source !== undefined) this.#put({ ...source, state });
  }

  #nameFor(title: string): string {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? title : `${title} (${number})`;
      if (!this.#sources.has(name)) return name;
    }
  }
}
