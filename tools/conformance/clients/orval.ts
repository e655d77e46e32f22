import { discoverQuests, getProject, listSignInMethods } from './client/index.js';

const { API_TOKEN, PROJECT_ID: projectId = '', PROJECT_SLUG: projectSlug = '' } = process.env;

const methods = await listSignInMethods();
const quests = await discoverQuests({ projectSlug });
const project = await getProject(projectId, { headers: { authorization: `Bearer ${API_TOKEN}` } });
if (methods.status !== 200 || quests.status !== 200 || project.status !== 200) {
  throw new Error(`answered ${methods.status}, ${quests.status}, ${project.status}`);
}

console.log(
  JSON.stringify({
    methods: methods.data.methods.map(({ id }) => id),
    quests: quests.data.items.map(({ title }) => title),
    project: project.data.name,
  }),
);
