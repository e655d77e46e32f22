import { defineFamily } from '../family/define-family.js';
import { BeginVisit } from './begin-visit.js';
import { FinishVisit } from './finish-visit.js';
import { urlTaskTypes } from './url.task-types.js';
import { VisitSource } from './visit-source.js';
import { VisitsRepository } from './visits.repository.js';

export const visit = defineFamily({
  types: urlTaskTypes,
  providers: [BeginVisit, FinishVisit, VisitsRepository],
  facts: [VisitSource],
  earnerTables: [{ name: 'visit', onDeletion: 'deleted', staleWhere: "expires_at < now() - interval '1 day'" }],
});
