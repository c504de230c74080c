/** Reads the version of the extension. */
import { workspace } from 'vscode';
import { getString } from '#core/common/json.ts';
import type { FeatureDeps } from '#client/features/lazyFeature.ts';

/** Returns the version in package.json, such as `1.0.0`. */
export async function readExtensionVersion({ shipped }: Pick<FeatureDeps, 'shipped'>): Promise<string> {
  const manifest: unknown = JSON.parse(Buffer.from(await workspace.fs.readFile(shipped('package.json'))).toString());
  return getString(manifest, 'version') ?? '';
}
