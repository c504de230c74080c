/** Checks all files of the workspace on request. Until then, closed files are ignored. */
import { getStrings } from '#core/common/json.ts';
import type { LspCapability, ServerContext } from '../context.ts';
import {
  checkFilesRequest,
  filesToCheckRequest,
  type CheckedFilesResult,
  type FilesToCheckResult,
} from '#server/protocol/protocol.ts';
import { WatchKind } from '#server/engine/protocolValues.ts';
import { canonicalizeUri } from '#server/engine/workspace/fileUri.ts';
import { ClosedFiles } from '../closedFiles.ts';

const feature: LspCapability = {
  register(context) {
    let closedFiles: ClosedFiles | undefined;
    const started = (): ClosedFiles => (closedFiles ??= follow(context));
    context.connection.onCustomRequest(filesToCheckRequest, async (): Promise<FilesToCheckResult> => ({
      uris: await started().begin(),
    }));
    context.connection.onCustomRequest(checkFilesRequest, async (params: unknown): Promise<CheckedFilesResult> =>
      started().check(getStrings(params, 'uris').map(canonicalizeUri)),
    );
  },
};
export default feature;

/** Keeps the findings of closed files up to date. Checks files again after a change that might affect them. */
function follow(context: ServerContext): ClosedFiles {
  const { connection, client, files, languages, settings, workspace, cluster } = context;
  const closed = new ClosedFiles(context);
  if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
    // workspaceFiles.ts already watches YAML files.
    const watchers = [{ globPattern: languages.files.globWithout(['yaml', 'yml']), kind: WatchKind.Change }];
    connection.register('workspace/didChangeWatchedFiles', { watchers }).catch(() => undefined);
  }
  workspace.onDisk((uri) => closed.changed(uri));
  files.onClose((uri) => closed.changed(canonicalizeUri(uri)));
  for (const source of [settings, workspace, cluster]) source.onChange(() => closed.recheck());
  return closed;
}
