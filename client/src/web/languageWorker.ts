/** Runs the language server as a web worker. */
import { l10n, workspace, type Uri } from 'vscode';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { runServer, type LanguageServerHandle, type LaunchParts } from '../language/server/runServer.ts';

/**
 * The part of the browser's `Worker` type that this module uses, because this project doesn't include browser types.
 */
declare const Worker: new (url: string) => { terminate(): void; postMessage(message: object): void };

/**
 * Starts the language server. Rejects if it doesn't start.
 * @param script bundle of the server
 */
export async function launchWorker(parts: LaunchParts, script: Uri): Promise<LanguageServerHandle> {
  let worker: InstanceType<typeof Worker> | undefined;
  // Each start creates a new worker. The library doesn't recognize it as one, because VS Code replaces the Worker
  // class, so it gets the reader and writer instead.
  const connect = async () => {
    worker?.terminate();
    worker = await startWorker(script);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not the method of a window: it goes to our worker alone
    worker.postMessage({ strings: l10n.bundle });
    return { reader: new BrowserMessageReader(worker), writer: new BrowserMessageWriter(worker) };
  };
  const server = await runServer(
    parts,
    script.toString(true),
    (options) => new LanguageClient('osc', 'OpenShift Sandboxed Containers', connect, options),
  );
  return {
    ...server,
    async stop() {
      await server.stop();
      worker?.terminate();
    },
  };
}

/**
 * Creates the worker. Usually, a web server provides the files of the extension. If VS Code provides them from a
 * computer, the browser can't start a worker from their URLs. In this case, the script is read first and the worker is
 * started from its content.
 */
async function startWorker(script: Uri): Promise<InstanceType<typeof Worker>> {
  if (script.scheme === 'https' || script.scheme === 'http') return new Worker(script.toString(true));
  const code = new Blob([Uint8Array.from(await workspace.fs.readFile(script))], { type: 'text/javascript' });
  const address = URL.createObjectURL(code);
  return new Worker(address);
}
