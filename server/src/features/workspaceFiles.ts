/** Keeps the index of the workspace up to date: reads it once, then follows the editor and the disk. */
import { DidChangeWatchedFilesNotification } from 'vscode-languageserver';
import type { Feature } from '../context.ts';

const feature: Feature = {
  register({ connection, client, files, workspace, log }) {
    files.onChange((file) => workspace.setOpen(file.uri, file.text.getText(), file.documents));
    files.onClose((uri) => workspace.setClosed(uri));
    connection.onDidChangeWatchedFiles(({ changes }) => {
      for (const { uri } of changes) workspace.refresh(uri).catch((error: unknown) => log(`cannot re-read a file of the workspace: ${String(error)}`));
    });
    connection.onInitialized(() => {
      if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
        connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: '**/*.{yaml,yml}' }] }).catch(() => undefined);
      }
      workspace.readAll().catch((error: unknown) => log(`cannot read the workspace: ${String(error)}`));
    });
  },
};
export default feature;
