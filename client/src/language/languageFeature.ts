/** Starts the language server when a relevant file is opened and connects it to the rest of the extension. */
import * as l10n from '@vscode/l10n';
import { workspace, type Disposable, type TextDocument } from 'vscode';
import type { ClusterFacts } from '#server/protocol/clusterFacts.ts';
import type { ClusterSchemasParams } from '#server/protocol/clusterSchemas.ts';
import type { Log } from '../vscode/log.ts';
import type { Notify } from '../vscode/notify.ts';
import type { ExtensionSettings } from '../vscode/settings.ts';
import { createChosenCluster } from './server/clusterInfoStore.ts';
import { createValueStore } from './server/valueStore.ts';
import { isRelevantDocument } from './documents/isRelevantDocument.ts';
import { followRegoExtension } from './otherExtensions/regoExtension.ts';
import type { ClusterRelease } from './releaseChoices.ts';
import { ReleaseStatus } from './releaseStatus.ts';
import type { SendServerRequest } from './server/serverRequests.ts';
import type { LanguageServerHandle, LaunchParts } from './server/runServer.ts';
import { schemesOf } from './documents/schemes.ts';
import { YamlExtension } from './otherExtensions/yamlExtension.ts';

export interface LanguageFeature extends Disposable {
  /** Starts the server when the first relevant file is opened or edited. Until then, the feature uses no resources. */
  startWhenNeeded(): void;
  start(): Promise<void>;
  restart(): Promise<void>;
  /** Sends a request to the server. Starts the server if necessary. */
  readonly ask: SendServerRequest;
  /**
   * Sends the facts of the selected cluster, or undefined if none is selected. Doesn't start the server. A server that
   * starts later receives the facts too.
   */
  sendFacts(facts: ClusterFacts | undefined): void;
  /** Sends the schemas of the selected cluster like its facts. */
  sendSchemas(schemas: ClusterSchemasParams): void;
  /** Returns the release of the open cluster. The language server uses it for files if `osc.release` is empty. */
  clusterRelease(): ClusterRelease | undefined;
}

interface Parts {
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: ExtensionSettings;
  /** Starts a server. Rejects if the server can't start. */
  readonly launch: (parts: LaunchParts) => Promise<LanguageServerHandle>;
}

/** Starts the language server when the first relevant file is opened, and manages it. */
export class ServerLanguage implements LanguageFeature {
  readonly #parts: Parts;
  readonly #status = new ReleaseStatus();
  /** Arguments for launching each server. */
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
      clusterSchemas: createValueStore<ClusterSchemasParams>({}),
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

  sendSchemas(schemas: ClusterSchemasParams): void {
    this.#launchParts.clusterSchemas.set(schemas);
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
