/** Creates the sender of cluster schemas. Loads the reader with the first custom resource in an open file. */
import { window, workspace, type TextDocument } from 'vscode';
import { findCustomKinds, type CustomKinds } from '#core/kinds/custom/customKinds.ts';
import { ClusterSchemaSender } from '../clusters/sessions/clusterSchemaSender.ts';
import type { ClusterSession } from '../clusters/sessions/clusterSession.ts';
import type { ClustersFeatureDeps } from '../clusters/clustersFeature.ts';
import { hasAnswered } from '../clusters/sessions/permissionCache.ts';
import type { Clock } from '../kubernetes/clock.ts';
import { isManifestVisible } from '../language/documents/isManifestVisible.ts';
import type { SchemaReader } from '../kubernetes/openApi/schemaReader.ts';

/**
 * Creates the sender.
 * @param forChecks returns the cluster that files are checked against
 */
export function createSchemaSender(
  { language, log, storage }: Pick<ClustersFeatureDeps, 'language' | 'log' | 'storage'>,
  clock: Clock,
  forChecks: () => ClusterSession | undefined,
): { update(): void; dispose(): void } {
  const readers = new WeakMap<ClusterSession, Promise<SchemaReader>>();
  const report = (message: string) => log.warn(message);
  const createReader = async ({ info, connection }: ClusterSession): Promise<SchemaReader> => {
    const [{ SchemaReader }, { schemaFiles }] = await Promise.all([
      import('../kubernetes/openApi/schemaReader.ts'),
      import('../clusters/sessions/schemaFiles.ts'),
    ]);
    return new SchemaReader({ connection, files: schemaFiles(storage.fsPath, info, report), clock, log: report });
  };
  const sender = new ClusterSchemaSender({
    clock,
    kinds: createKindFinder(),
    send: (params) => language.sendSchemas(params),
    log: report,
    chosen: () => {
      const session = forChecks();
      return session === undefined
        ? undefined
        : {
            context: session.context,
            isReachable: hasAnswered(session.snapshot),
            isVisible: window.state.focused && isManifestVisible(),
            reader: () => {
              const reader = readers.get(session) ?? createReader(session);
              readers.set(session, reader);
              return reader;
            },
          };
    },
  });
  const listening = workspace.onDidChangeTextDocument(({ document }) => {
    if (document.languageId === 'yaml') sender.update();
  });
  return {
    update: () => sender.update(),
    dispose: () => {
      listening.dispose();
      sender.dispose();
    },
  };
}

/** Returns a function that finds the kinds in the open YAML files. Searches a text again only if it changed. */
function createKindFinder(): () => CustomKinds {
  const known = new WeakMap<TextDocument, { readonly version: number; readonly kinds: CustomKinds }>();
  return () => {
    const found = workspace.textDocuments
      .filter(({ languageId }) => languageId === 'yaml')
      .map((document) => {
        const { version } = document;
        const last = known.get(document);
        if (last?.version === version) return last.kinds;
        const kinds = findCustomKinds(document.getText());
        known.set(document, { version, kinds });
        return kinds;
      });
    const join = (part: keyof CustomKinds) => new Set(found.flatMap((one) => [...one[part]]));
    return { groupVersions: join('groupVersions'), groups: join('groups'), kinds: join('kinds') };
  };
}
