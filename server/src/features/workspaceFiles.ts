/** Keeps the index of the workspace up to date: reads it once, then follows the editor and the disk. */
import { DidChangeWatchedFilesNotification } from 'vscode-languageserver';
import type { Feature } from '../context.ts';
import type { OpenFile } from '../documents/openFiles.ts';
import { afterTurns, turnsToIndex } from '../turns.ts';

const feature: Feature = {
  register({ connection, initialized, client, files, workspace, log }) {
    const waiting = new Set<OpenFile>();
    const look = (file: OpenFile) => {
      waiting.delete(file);
      if (files.get(file.uri) !== file) return;
      // Nobody waits for this: an error would end the server. Cutting the text into documents may throw too.
      const looked = async () => workspace.setOpen(file.uri, file.text.getText(), file.documents);
      looked().catch((error: unknown) => log(`cannot look at ${file.uri}: ${String(error)}`));
    };
    files.onChange((file) => {
      if (waiting.has(file)) return;
      waiting.add(file);
      afterTurns(turnsToIndex, () => look(file));
    });
    files.onClose((uri) => workspace.setClosed(uri));
    connection.onDidChangeWatchedFiles(({ changes }) => {
      for (const { uri } of changes) workspace.refresh(uri).catch((error: unknown) => log(`cannot re-read a file of the workspace: ${String(error)}`));
    });
    const start = () => {
      if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
        connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: '**/*.{yaml,yml}' }] }).catch(() => undefined);
      }
      workspace.readAll().catch((error: unknown) => log(`cannot read the workspace: ${String(error)}`));
    };
    initialized.then(start, () => undefined);
  },
};
export default feature;
