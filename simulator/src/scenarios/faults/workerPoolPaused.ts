import { machineConfigPools } from '#simulator/controllers/names.ts';
import { createKataConfig, deleteKataConfig, installOperator, untilDone, untilGone } from '../actions.ts';
import type { Scenario } from '../scenario.ts';
import { settle, wrongInstall } from './parts.ts';

const pool = { resource: machineConfigPools, name: 'worker' };

/** Nodes go back to the pool that they came from, and that one does nothing. */
export const workerPoolPaused: Scenario = wrongInstall(
  'uninstall-pool-paused',
  'Two workers with kata; the pool worker was paused, and then the KataConfig deleted: no node loses kata',
  {
    prelude: [...installOperator, createKataConfig(), untilDone, { patch: pool, with: { spec: { paused: true } } }, settle, deleteKataConfig, settle],
    steps: [{ patch: pool, with: { spec: { paused: false } } }, untilGone],
  },
);
