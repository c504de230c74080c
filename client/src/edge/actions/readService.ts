/** Reads edge clusters from the service that the settings name. */
import { askService } from '../readFromService.ts';
import type { EdgeActionHandler } from '../context.ts';

export const readService: EdgeActionHandler = (tools) => askService(tools);
