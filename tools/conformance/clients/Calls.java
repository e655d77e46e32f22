import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import questp.ApiClient;
import questp.api.AuthApi;
import questp.api.DiscoverApi;
import questp.api.DiscoverApi.APIDiscoverQuestsRequest;
import questp.api.AuthApi.APIListSignInMethodsRequest;
import questp.api.ProjectsApi;
import questp.api.ProjectsApi.APIGetProjectRequest;

public class Calls {
  public static void main(String[] arguments) throws Exception {
    var environment = System.getenv();
    var client = new ApiClient();
    client.updateBaseUri(environment.get("API_URL"));
    var methods = new AuthApi(client).listSignInMethods(APIListSignInMethodsRequest.newBuilder().build());
    var quests = new DiscoverApi(client)
        .discoverQuests(APIDiscoverQuestsRequest.newBuilder().projectSlug(environment.get("PROJECT_SLUG")).build());
    client.setRequestInterceptor(request -> request.header("authorization", "Bearer " + environment.get("API_TOKEN")));
    var project = new ProjectsApi(client)
        .getProject(APIGetProjectRequest.newBuilder().projectId(UUID.fromString(environment.get("PROJECT_ID"))).build());
    System.out.println(new ObjectMapper().writeValueAsString(Map.of(
        "methods", methods.getMethods().stream().map(method -> method.getId().getValue()).collect(Collectors.toList()),
        "quests", quests.getItems().stream().map(quest -> quest.getTitle()).collect(Collectors.toList()),
        "project", project.getName())));
  }
}
