/** Lists all manifests whose findings are compared with the verdict of an API server. */
import { crdCases } from './cases/crdCases.ts';
import { dataCases } from './cases/dataCases.ts';
import { fieldNameCases } from './cases/fieldNameCases.ts';
import { installationCases } from './cases/installationCases.ts';
import { metadataCases } from './cases/metadataCases.ts';
import { podCases } from './cases/podCases.ts';
import type { ManifestCase } from './manifestCase.ts';

export const manifestCases: readonly ManifestCase[] = [
  ...metadataCases,
  ...dataCases,
  ...fieldNameCases,
  ...podCases,
  ...installationCases,
  ...crdCases,
];
