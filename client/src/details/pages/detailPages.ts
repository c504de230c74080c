/** Opens the detail pages of nodes, KataConfig resources, and all other rows with an explanation. */
import type { Uri, WebviewPanel } from 'vscode';
import { omitUndefined, getValue } from '#core/common/json.ts';
import type { ClusterHistory } from '#core/cluster/history.ts';
import { kataConfigs } from '#core/cluster/watchedKinds/kataConfig.ts';
import { nodes } from '#core/cluster/watchedKinds/node.ts';
import type { ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import type { Clock } from '#client/kubernetes/clock.ts';
import type { DetailPage } from '../detailPage.ts';
import { DetailPanels, type DetailSource, type DetailPanelOptions } from '../detailPanels.ts';
import { eventsPage } from './eventsPage.ts';
import { kataConfigPage } from './kataConfigPage.ts';
import { nodePage, type NodeInput } from './nodePage.ts';
import { readObjectFacts, type EventsReading, type ObjectFacts } from '../objectDetails.ts';
import { Poller } from '../poller.ts';
import { useEditorCommands } from '../useEditorCommands.ts';
import { identified, readIdentity, waitingPage } from '../restoredPage.ts';
import { rowPage } from './rowPage.ts';
import { runEffect } from '../runEffect.ts';
import { referenceTo } from '../sharedSections.ts';
import type { EditorCommandOptions } from '#client/text/editorCommands.ts';
import type { Notify } from '#client/vscode/notify.ts';
import type { ClusterSession } from '#client/clusters/sessions/clusterSession.ts';
import { isOffered } from '#client/kubernetes/read/readableKinds.ts';
import { versionOf } from '#client/clusters/documents/versionOf.ts';
import type { NodeTarget } from '#client/clusters/state/nodeTarget.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { formatDocumentTitle } from '#client/clusters/documents/pageTitle.ts';

export interface DetailPagesParts {
  readonly session: (context: string) => ClusterSession | undefined;
  /** Returns the must-gather with this name. */
  readonly gathered: (name: string) => MustGatherDetails | undefined;
  /** Returns the current row with this ID. */
  readonly node: (id: string) => TreeNode | undefined;
  readonly clock: Clock;
  /** Returns which shell commands on the pages of a context are replaced with commands of the extension. */
  readonly editorCommands: (context: string) => EditorCommandOptions | undefined;
  readonly shipped: (...path: string[]) => Uri;
  readonly notify: Notify;
}

/** Data of a must-gather. */
export interface MustGatherDetails {
  readonly snapshot: Snapshot;
  readonly history: ClusterHistory;
  /** Collection time, in milliseconds since 1970. */
  readonly at: number;
  /** Reads the events about an object. */
  readonly readEvents: (object: ObjectReference) => Promise<EventsReading>;
}

/** Section to show first. */
export type DetailSectionId = 'timeline' | 'events';

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

  /** Clusters that visible pages follow. */
  get contexts(): ReadonlySet<string> {
    return this.#panels.contexts;
  }

  update(): void {
    this.#panels.update();
  }

  /**
   * Shows the page for the target of a command.
   * @returns false if there is no page for it
   */
  show(target: NodeTarget | undefined, node: TreeNode | undefined): boolean {
    const object = target?.object;
    if (target !== undefined && object?.kind === 'Node' && object.group === '')
      this.showNode(target.context, object.name);
    else if (target !== undefined && object?.kind === 'KataConfig') this.#showKataConfig(target.context, object.name);
    else if (node === undefined) return false;
    else this.#showRow(node.view.id);
    return true;
  }

  /** Shows the events of an object: on its page if it has one, otherwise on a page with only its events. */
  showEvents(context: string, object: ObjectReference): void {
    const isGathered = this.#parts.gathered(context) !== undefined;
    const page = isGathered ? this.#eventsOf(context, object) : this.#pageOf(context, object);
    this.#panels.open({ ...page, section: 'events' });
  }

  showNode(context: string, name: string, section?: DetailSectionId): void {
    const object = referenceTo('nodes', { name });
    this.#showFollowed(context, object, section);
  }

  /**
   * Restores a page in a panel that VS Code restored. Closes the panel if the state doesn't identify an object.
   * @param state state that the webview stored
   */
  restore(panel: WebviewPanel, state: unknown): void {
    const identity = readIdentity(getValue(state, 'identity'));
    if (identity === undefined) {
      panel.dispose();
      return;
    }
    const { context, object, row, title } = identity;
    const options =
      row !== undefined
        ? this.#row(row, title, context, object)
        : object !== undefined && isOffered(object)
          ? this.#pageOf(context, object)
          : undefined;
    const requests = getValue(state, 'request');
    if (options === undefined) panel.dispose();
    else
      this.#panels.restore({
        ...options,
        panel,
        requests: typeof requests === 'number' ? requests : 0,
        waiting: () => waitingPage(identity, this.#parts.session(context) !== undefined),
      });
  }

  dispose(): void {
    this.#panels.dispose();
  }

  #showKataConfig(context: string, name: string): void {
    this.#showFollowed(context, referenceTo('kataConfigs', { name }));
  }

  #showFollowed(context: string, object: ObjectReference, section?: DetailSectionId): void {
    this.#panels.open({ ...this.#followed(context, object), ...omitUndefined({ section }) });
  }

  #showRow(id: string): void {
    const node = this.#parts.node(id);
    if (node !== undefined)
      this.#panels.open(
        this.#row(id, node.about?.name ?? node.view.label, node.target?.context ?? '', node.target?.object),
      );
  }

  /** Returns the options for the page of an object. */
  #pageOf(context: string, object: ObjectReference): DetailPanelOptions {
    return [kataConfigs.kind, nodes.kind].includes(object.kind)
      ? this.#followed(context, object)
      : this.#eventsOf(context, object);
  }

  /** Returns the options for a page with only the events of an object, also of a must-gather. */
  #eventsOf(context: string, object: ObjectReference): DetailPanelOptions {
    const { kind, name, namespace = '' } = object;
    const { session, gathered, clock } = this.#parts;
    const input = (facts: ObjectFacts | undefined) => {
      const found = gathered(context);
      if (session(context) === undefined && found === undefined) return undefined;
      const base = { context, object, ...omitUndefined({ facts }) };
      return found === undefined ? { ...base, now: clock.now() } : { ...base, now: found.at, gathered: true };
    };
    return {
      key: JSON.stringify(['events', context, kind, namespace, name]),
      title: formatDocumentTitle(name, context),
      context,
      source: (changed) =>
        this.#source(
          context,
          object,
          changed,
          input,
          (value) => identified(eventsPage(value), { context, object }),
          true,
        ),
    };
  }

  /** Returns the options for the page of a node or a KataConfig. */
  #followed(context: string, object: ObjectReference): DetailPanelOptions {
    const { name } = object;
    const make = (input: NodeInput): DetailPage =>
      object.kind === kataConfigs.kind ? kataConfigPage(input, name) : nodePage(input, name);
    return {
      key: JSON.stringify([context, object.kind, name]),
      title: formatDocumentTitle(name, context),
      context,
      source: this.#identifiedSource({ context, object }, (facts) => this.#input(context, facts), make),
    };
  }

  /**
   * Returns the options for the page of a tree row.
   * @param object object that the row represents
   */
  #row(row: string, title: string, context: string, object: ObjectReference | undefined): DetailPanelOptions {
    const identity = { context, row, ...omitUndefined({ object }) };
    return {
      key: JSON.stringify(['row', row]),
      title: formatDocumentTitle(title, context),
      context,
      source: this.#identifiedSource(identity, (facts) => this.#rowInput(row, context, facts), rowPage),
    };
  }

  /** Creates the source of a page whose identity allows restoring it after a reload. */
  #identifiedSource<Input>(
    identity: Parameters<typeof identified>[1],
    input: (facts: ObjectFacts | undefined) => Input | undefined,
    make: (input: Input) => DetailPage,
  ): DetailPanelOptions['source'] {
    const { context, object } = identity;
    return (changed) => this.#source(context, object, changed, input, (value) => identified(make(value), identity));
  }

  /**
   * Creates the source of a page. The state of the object comes from the snapshot. The events and the YAML of the
   * object are read while the page is visible.
   * @param readsFiles true if the page shows events of a must-gather
   */
  #source<Input>(
    context: string,
    object: ObjectReference | undefined,
    changed: () => void,
    inputOf: (facts: ObjectFacts | undefined) => Input | undefined,
    make: (input: Input) => DetailPage,
    readsFiles = false,
  ): DetailSource {
    const { clock, session, gathered, editorCommands } = this.#parts;
    const poller =
      object === undefined
        ? undefined
        : new Poller<ObjectFacts>({
            clock,
            changed,
            read: async (signal, before) => {
              const open = session(context);
              const files = gathered(context);
              if (files !== undefined) return { events: await files.readEvents(object), yaml: { value: '' } };
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
        return input === undefined ? undefined : useEditorCommands(make(input), editorCommands(context));
      },
      setVisible(visible) {
        const isGathered = gathered(context) !== undefined;
        if (!visible || (isGathered && !readsFiles)) poller?.stop();
        // The files of a must-gather don't change.
        else if (!isGathered || poller?.value === undefined) poller?.start();
      },
      dispose: () => poller?.stop(),
    };
  }

  #input(context: string, facts: ObjectFacts | undefined): NodeInput | undefined {
    const { session, gathered, clock } = this.#parts;
    const open = session(context);
    if (open !== undefined) {
      const { snapshot, history, running } = open.seen(clock.now());
      return { context, snapshot, history, now: clock.now(), ...omitUndefined({ facts, running }) };
    }
    const found = gathered(context);
    return found === undefined
      ? undefined
      : { context, snapshot: found.snapshot, history: found.history, now: found.at, gathered: true };
  }

  #rowInput(id: string, context: string, facts: ObjectFacts | undefined): Parameters<typeof rowPage>[0] | undefined {
    const { session, gathered, clock, node: find } = this.#parts;
    const node = find(id);
    if (node === undefined) return undefined;
    const open = session(context);
    const found = gathered(context);
    if (found !== undefined)
      return { node, now: found.at, snapshot: found.snapshot, history: found.history, gathered: true };
    const { snapshot, history, run } = open?.seen(clock.now()) ?? {};
    return { node, now: clock.now(), ...omitUndefined({ facts, snapshot, history, run, info: open?.info }) };
  }
}
