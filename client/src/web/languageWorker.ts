/** The language server as a web worker. */
import { l10n, workspace, type Uri } from 'vscode';
import { BrowserMessageReader, BrowserMessageWriter, LanguageClient } from 'vscode-languageclient/browser';
import { runServer, type LanguageServerHandle, type LaunchParts } from '../language/server/runServer.ts';

/** As far as it is used here: types of browsers are not those of this project. */
declare const Worker: new (url: string) => { terminate(): void; postMessage(message: object): void };

/** Starts it; rejects when it does not start. @param script the server's bundle */
export async function launchWorker(parts: LaunchParts, script: Uri): Promise<LanguageServerHandle> {
  let worker: InstanceType<typeof Worker> | undefined;
  // Each start is a worker of its own. VS Code puts another class in the place of Worker, so that the library would not
  // know one: it is given the ways to it.
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
 * Mostly the extension comes from a web server. Where VS Code brings it from a machine, workers cannot be made of its
 * files: it is read first.
 */
async function startWorker(script: Uri): Promise<InstanceType<typeof Worker>> {
  if (script.scheme === 'https' || script.scheme === 'http') return new Worker(script.toString(true));
  const code = new Blob([Uint8Array.from(await workspace.fs.readFile(script))], { type: 'text/javascript' });
  const address = URL.createObjectURL(code);
  return new Worker(address);
}
