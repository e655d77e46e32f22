import json
import os

import questp

configuration = questp.Configuration(host=os.environ["API_URL"], access_token=os.environ["API_TOKEN"])
with questp.ApiClient(configuration) as client:
    methods = questp.AuthApi(client).list_sign_in_methods()
    quests = questp.DiscoverApi(client).discover_quests(project_slug=os.environ["PROJECT_SLUG"])
    project = questp.ProjectsApi(client).get_project(os.environ["PROJECT_ID"])

print(
    json.dumps(
        {
            "methods": [method.id for method in methods.methods],
            "quests": [quest.title for quest in quests.items],
            "project": project.name,
        }
    )
)
