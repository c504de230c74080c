/** The language half of the extension: starts the server when a file concerns us, and shows what it says of files. */
import * as l10n from '@vscode/l10n';
import { workspace, type Disposable, type TextDocument } from 'vscode';
import type { ClusterFacts } from '#server/protocol/clusterFacts.ts';
import type { Log } from '../vscode/log.ts';
import type { Notify } from '../vscode/notify.ts';
import type { ExtensionSettings } from '../vscode/settings.ts';
import { createChosenCluster } from './server/clusterInfoStore.ts';
import { isRelevantDocument } from './documents/isRelevantDocument.ts';
import { followRegoExtension } from './otherExtensions/regoExtension.ts';
import type { ClusterRelease } from './releaseChoices.ts';
import { ReleaseStatus } from './releaseStatus.ts';
import type { SendServerRequest } from './server/serverRequests.ts';
import type { LanguageServerHandle, LaunchParts } from './server/runServer.ts';
import { schemesOf } from './documents/schemes.ts';
import { YamlExtension } from './otherExtensions/yamlExtension.ts';

export interface LanguageFeature extends Disposable {
  /** From now on the first file that concerns us starts the server. Until then it costs nothing. */
  startWhenNeeded(): void;
  start(): Promise<void>;
  restart(): Promise<void>;
  /** Asks the server, which is started for it. */
  readonly ask: SendServerRequest;
  /**
   * What is known of the cluster that the user chose; undefined: of none. Starts no server: one that is started later
   * is told.
   */
  sendFacts(facts: ClusterFacts | undefined): void;
  /** Returns the release of the open cluster. The language server uses it for files if `osc.release` is empty. */
  clusterRelease(): ClusterRelease | undefined;
}

interface Parts {
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: ExtensionSettings;
  /** Starts a server; rejects when it does not start. */
  readonly launch: (parts: LaunchParts) => Promise<LanguageServerHandle>;
}

/** The language server, which starts with the first file that concerns it. */
export class ServerLanguage implements LanguageFeature {
  readonly #parts: Parts;
  readonly #status = new ReleaseStatus();
  /** What each server is launched with. */
  readonly #launchParts: LaunchParts;
  #waiting: Disposable[] = [];
  #running: Promise<LanguageServerHandle> | undefined;
  readonly ask: SendServerRequest = async (method, params) => (await this.#server()).ask(method, params);

  constructor(parts: Parts) {
    const { log, settings } = parts;
    this.#parts = parts;
    this.#launchParts = {
      log,
      settings,
      onChecked: (params) => this.#status.checked(params),
      yamlExtension: new YamlExtension(settings, log),
      regoExtension: followRegoExtension(),
      chosenCluster: createChosenCluster(),
    };
  }

  startWhenNeeded(): void {
    this.#waiting = [
      workspace.onDidOpenTextDocument((document) => this.#startFor(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.#startFor(document)),
    ];
    for (const document of workspace.textDocuments) this.#startFor(document);
  }

  async start(): Promise<void> {
    await this.#server();
  }

  async restart(): Promise<void> {
    const before = this.#running;
    const current = await this.#server();
    if (before !== undefined) await current.restart();
  }

  sendFacts(facts: ClusterFacts | undefined): void {
    this.#launchParts.chosenCluster.set(facts);
  }

  clusterRelease(): ClusterRelease | undefined {
    return this.#launchParts.chosenCluster.release();
  }

  dispose(): void {
    const { yamlExtension, regoExtension } = this.#launchParts;
    for (const disposable of [this.#status, yamlExtension, regoExtension, ...this.#waiting]) disposable.dispose();
    this.#running?.then((current) => current.stop()).catch(() => undefined);
  }

  #server(): Promise<LanguageServerHandle> {
    this.#running ??= this.#launch().catch((error: unknown) => {
      this.#running = undefined;
      throw error;
    });
    return this.#running;
  }

  async #launch(): Promise<LanguageServerHandle> {
    for (const listener of this.#waiting.splice(0)) listener.dispose();
    return this.#parts.launch(this.#launchParts);
  }

  #startFor(document: TextDocument): void {
    if (!isRelevantDocument(document, schemesOf(workspace.workspaceFolders))) return;
    this.#server().catch((error: unknown) =>
      this.#parts.notify.error(l10n.t`Can't start the language server for OpenShift sandboxed containers`, error),
    );
  }
}
