import java.nio.file.Path;
import java.util.Map;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.io.ByteUnit;

/** Neo4j in FOLDER, its Bolt protocol on 127.0.0.1:PORT, the password of its user `neo4j` from NEO4J_PASSWORD. */
public final class Neo4jServer {
  public static void main(String[] arguments) throws InterruptedException {
    var address = new SocketAddress("127.0.0.1", Integer.parseInt(arguments[1]));
    var service =
        new DatabaseManagementServiceBuilder(Path.of(arguments[0]))
            .setConfig(BoltConnector.enabled, true)
            .setConfig(BoltConnector.listen_address, address)
            .setConfig(BoltConnector.advertised_address, address)
            .setConfig(GraphDatabaseSettings.auth_enabled, true)
            .setConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.mebiBytes(64))
            .build();
    service
        .database("system")
        .executeTransactionally(
            "ALTER USER neo4j SET PASSWORD $password CHANGE NOT REQUIRED",
            Map.of("password", System.getenv("NEO4J_PASSWORD")));
    System.out.println("READY");
    // It is killed when nobody needs it any more: what it holds is thrown away.
    Thread.currentThread().join();
  }
}
