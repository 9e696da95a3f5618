CREATE TABLE "family_views" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"seed" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created" timestamp (3) with time zone NOT NULL,
	"expires" timestamp (3) with time zone NOT NULL,
	"opened" timestamp (3) with time zone,
	"comment" text DEFAULT '' NOT NULL,
	"commented" timestamp (3) with time zone,
	CONSTRAINT "family_views_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "family_views" ADD CONSTRAINT "family_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;