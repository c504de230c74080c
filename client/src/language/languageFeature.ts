/** The language half of the extension: starts the server when a file concerns us, and shows what it says of files. */
import * as l10n from '@vscode/l10n';
import { workspace, type Disposable, type TextDocument } from 'vscode';
import type { ClusterFacts } from '#server/protocol/protocol.ts';
import type { Log } from '../vscode/log.ts';
import type { Notify } from '../vscode/notify.ts';
import type { Settings } from '../vscode/settings.ts';
import { createChosenCluster } from './server/clusterInfoStore.ts';
import { concernsUs } from './documents/isRelevantDocument.ts';
import { followRegoExtension } from './otherExtensions/regoExtension.ts';
import type { ClusterRelease } from './releaseChoices.ts';
import { createReleaseStatus } from './releaseStatus.ts';
import type { Ask } from './server/serverRequests.ts';
import type { LanguageServer, LaunchParts } from './server/runServer.ts';
import { schemesOf } from './documents/schemes.ts';
import { followYamlExtension } from './otherExtensions/yamlExtension.ts';

export interface Language extends Disposable {
  /** From now on the first file that concerns us starts the server. Until then it costs nothing. */
  startWhenNeeded(): void;
  start(): Promise<void>;
  restart(): Promise<void>;
  /** Asks the server, which is started for it. */
  readonly ask: Ask;
  /** What is known of the cluster that the user chose; undefined: of none. Starts no server: one that is started later is told. */
  sendFacts(facts: ClusterFacts | undefined): void;
  /** Returns the release of the open cluster. The language server uses it for files if `osc.release` is empty. */
  clusterRelease(): ClusterRelease | undefined;
}

interface Parts {
  readonly log: Log;
  readonly notify: Notify;
  readonly settings: Settings;
  /** Starts a server; rejects when it does not start. */
  readonly launch: (parts: LaunchParts) => Promise<LanguageServer>;
}

export function createLanguage({ log, notify, settings, launch: launchServer }: Parts): Language {
  const status = createReleaseStatus();
  const yamlExtension = followYamlExtension(settings, log);
  const regoExtension = followRegoExtension();
  const chosenCluster = createChosenCluster();
  let waiting: Disposable[] = [];
  let running: Promise<LanguageServer> | undefined;

  const launch = async () => {
    for (const listener of waiting.splice(0)) listener.dispose();
    return launchServer({ log, settings, onChecked: (params) => status.checked(params), yamlExtension, regoExtension, chosenCluster });
  };
  const server = () => {
    running ??= launch().catch((error: unknown) => {
      running = undefined;
      throw error;
    });
    return running;
  };
  const startFor = (document: TextDocument) => {
    if (concernsUs(document, schemesOf(workspace.workspaceFolders)))
      server().catch((error: unknown) => notify.error(l10n.t`The language server for OpenShift sandboxed containers did not start`, error));
  };
  return {
    startWhenNeeded() {
      waiting = [workspace.onDidOpenTextDocument(startFor), workspace.onDidChangeTextDocument(({ document }) => startFor(document))];
      for (const document of workspace.textDocuments) startFor(document);
    },
    async start() {
      await server();
    },
    async restart() {
      const before = running;
      const current = await server();
      if (before !== undefined) await current.restart();
    },
    ask: async (method, params) => (await server()).ask(method, params),
    sendFacts: (facts) => chosenCluster.set(facts),
    clusterRelease: () => chosenCluster.release(),
    dispose() {
      for (const disposable of [status, yamlExtension, regoExtension, ...waiting]) disposable.dispose();
      running?.then((current) => current.stop()).catch(() => undefined);
    },
  };
}
