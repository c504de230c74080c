import type { Scenario } from '../engine/scenario.ts';
import { trusteeOperator } from '../initialObjects/trusteeOperator.ts';
import { twoWorkersInstalled } from './twoWorkersInstalled.ts';

/** Scenario in which the Trustee operator is installed beside Kata. */
export const trustee: Scenario = {
  ...twoWorkersInstalled,
  name: 'trustee',
  summary: 'Bare metal, two workers with Kata installed, and the CRD of the Trustee operator.',
  objects: (now) => [...twoWorkersInstalled.objects(now), ...trusteeOperator()],
};
