package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"questp-client/questp"
)

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	configuration := questp.NewConfiguration()
	configuration.Servers = questp.ServerConfigurations{{URL: os.Getenv("API_URL")}}
	client := questp.NewAPIClient(configuration)
	ctx := context.Background()

	methods, _, err := client.AuthAPI.ListSignInMethods(ctx).Execute()
	check(err)
	quests, _, err := client.DiscoverAPI.DiscoverQuests(ctx).ProjectSlug(os.Getenv("PROJECT_SLUG")).Execute()
	check(err)
	authorized := context.WithValue(ctx, questp.ContextAccessToken, os.Getenv("API_TOKEN"))
	project, _, err := client.ProjectsAPI.GetProject(authorized, os.Getenv("PROJECT_ID")).Execute()
	check(err)

	ids := []string{}
	for _, method := range methods.GetMethods() {
		ids = append(ids, string(method.GetId()))
	}
	titles := []string{}
	for _, quest := range quests.GetItems() {
		titles = append(titles, quest.GetTitle())
	}
	text, err := json.Marshal(map[string]any{"methods": ids, "quests": titles, "project": project.GetName()})
	check(err)
	fmt.Println(string(text))
}
