/** Opens the detail pages of nodes, KataConfigs, and all other rows with an explanation. */
import type { Uri } from 'vscode';
import { given } from '../../../core/json.ts';
import type { History } from '../../../core/live/history.ts';
import type { ObjectReference } from '../../../core/live/reference.ts';
import type { Snapshot } from '../../../core/live/snapshot.ts';
import type { Clock } from '../cluster/time.ts';
import type { DetailPage } from '../details/detailPage.ts';
import { DetailPanels, type DetailSource } from '../details/detailPanels.ts';
import { kataConfigPage } from '../details/kataConfigPage.ts';
import { nodePage, type NodeInput } from '../details/nodePage.ts';
import { readObjectFacts, type ObjectFacts } from '../details/objectFacts.ts';
import { Poller } from '../details/poller.ts';
import { rowPage } from '../details/rowPage.ts';
import { runEffect } from '../details/runEffect.ts';
import { referenceTo } from '../details/words.ts';
import type { Notify } from '../notify.ts';
import type { ClusterSession } from './clusterSession.ts';
import { versionOf } from './documents.ts';
import type { NodeTarget, TreeNode } from './nodeView.ts';
import { titleOf } from './titleOf.ts';

export interface DetailPagesParts {
  readonly session: (context: string) => ClusterSession | undefined;
  /** A must-gather of this name. */
  readonly gathered: (name: string) => Gathered | undefined;
  /** Returns the current row with this ID. */
  readonly node: (id: string) => TreeNode | undefined;
  readonly clock: Clock;
  readonly shipped: (...path: string[]) => Uri;
  readonly notify: Notify;
}

/** What a must-gather knows. */
export interface Gathered {
  readonly snapshot: Snapshot;
  readonly history: History;
  /** When it was collected. Milliseconds since 1970. */
  readonly at: number;
}

/** The section to show first. */
export type DetailSectionId = 'timeline';

export class DetailPages {
  readonly #parts: DetailPagesParts;
  readonly #panels: DetailPanels;

  constructor(parts: DetailPagesParts) {
    this.#parts = parts;
    this.#panels = new DetailPanels({
      shipped: parts.shipped,
      run: runEffect(parts.notify, (id) => this.#showRow(id)),
    });
  }

  /** The clusters that visible pages follow. */
  get contexts(): ReadonlySet<string> {
    return this.#panels.contexts;
  }

  update(): void {
    this.#panels.update();
  }

  /** Shows the page for the target of a command. @returns false if there is none */
  show(target: NodeTarget | undefined, node: TreeNode | undefined): boolean {
    const object = target?.object;
    if (target !== undefined && object?.kind === 'Node' && object.group === '') this.showNode(target.context, object.name);
    else if (target !== undefined && object?.kind === 'KataConfig') this.#showKataConfig(target.context, object.name);
    else if (node === undefined) return false;
    else this.#showRow(node.view.id);
    return true;
  }

  showNode(context: string, name: string, section?: DetailSectionId): void {
    const object = referenceTo('nodes', { name });
    this.#showFollowed(context, object, (input) => nodePage(input, name), section);
  }

  dispose(): void {
    this.#panels.dispose();
  }

  #showKataConfig(context: string, name: string): void {
    this.#showFollowed(context, referenceTo('kataConfigs', { name }), (input) => kataConfigPage(input, name));
  }

  #showFollowed(context: string, object: ObjectReference, make: (input: NodeInput) => DetailPage, section?: DetailSectionId): void {
    this.#panels.open({
      key: JSON.stringify([context, object.kind, object.name]),
      title: titleOf(object.name, context),
      context,
      ...given({ section }),
      source: (changed) => this.#source(context, object, changed, (facts) => this.#input(context, facts), make),
    });
  }

  #showRow(id: string): void {
    const node = this.#parts.node(id);
    if (node === undefined) return;
    const { target, view } = node;
    const context = target?.context ?? '';
    this.#panels.open({
      key: JSON.stringify(['row', id]),
      title: titleOf(view.label, context),
      context,
      source: (changed) => this.#source(context, target?.object, changed, (facts) => this.#rowInput(id, context, facts), rowPage),
    });
  }

  /** Follows an object. Its state is in the snapshot; its events and YAML are read while the page is visible. */
  #source<Input>(
    context: string,
    object: ObjectReference | undefined,
    changed: () => void,
    inputOf: (facts: ObjectFacts | undefined) => Input | undefined,
    make: (input: Input) => DetailPage,
  ): DetailSource {
    const { clock, session, gathered } = this.#parts;
    const poller =
      object === undefined
        ? undefined
        : new Poller<ObjectFacts>({
            clock,
            changed,
            read: async (signal, before) => {
              const open = session(context);
              if (open === undefined) throw new Error(`${context} is not open`);
              return readObjectFacts(open.connection, object, signal, before);
            },
          });
    let version: string | undefined;
    return {
      page() {
        const open = session(context);
        const now = open === undefined || object === undefined ? undefined : versionOf(open.snapshot, object);
        if (now !== version) {
          version = now;
          poller?.readNow();
        }
        const input = inputOf(poller?.value);
        return input === undefined ? undefined : make(input);
      },
      setVisible(visible) {
        if (visible && gathered(context) === undefined) poller?.start();
        else poller?.stop();
      },
      dispose: () => poller?.stop(),
    };
  }

  #input(context: string, facts: ObjectFacts | undefined): NodeInput | undefined {
    const { session, gathered, clock } = this.#parts;
    const open = session(context);
    if (open !== undefined) {
      const { snapshot, history, running } = open.seen(clock.now());
      return { context, snapshot, history, now: clock.now(), ...given({ facts, running }) };
    }
    const found = gathered(context);
    return found === undefined ? undefined : { context, snapshot: found.snapshot, history: found.history, now: found.at, gathered: true };
  }

  #rowInput(id: string, context: string, facts: ObjectFacts | undefined): Parameters<typeof rowPage>[0] | undefined {
    const { session, gathered, clock, node: find } = this.#parts;
    const node = find(id);
    if (node === undefined) return undefined;
    return { node, now: clock.now(), ...given({ facts, snapshot: session(context)?.snapshot }), gathered: gathered(context) !== undefined };
  }
}
