/** Finds the version of the images that the operator uses. */
import { operatorNamespace } from '#core/product/namespaces.ts';
import { getString } from '#simulator/store/kubeObject.ts';
import type { Client } from '../framework/client.ts';
import { csvs } from '../framework/resourceNames.ts';
import { defaultVersion, versionOf } from './bundle.ts';

/** Returns the version of the installed operator, which is also that of its images. */
export function getOperandVersion(client: Client): string {
  const installed = client
    .list(csvs, operatorNamespace)
    .filter(({ metadata }) => versionOf(metadata.name) !== undefined);
  const running = installed.find((csv) => getString(csv, 'status', 'phase') === 'Succeeded') ?? installed[0];
  return getString(running, 'spec', 'version') ?? defaultVersion;
}
